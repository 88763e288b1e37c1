import { expect } from 'chai'
import { compile } from '@postrider/core/kernel/codecs/compile'
import { answerFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { operationOf, OPERATIONS } from '@postrider/core/assembly/registry'
import { E } from '@postrider/core/fp'
import { checkFrame } from '../live/check-frame.js'
import type { HeardFrame } from '../live/heard-frame.js'

/**
 * Throws unless the frame is what people at the website are told: an answer is of its operation's shape, and has nothing that the
 * shape does not name; everything else is as the console's document has it.
 */
export const checkWebsiteFrame = (frame: HeardFrame, called: string | undefined): void => {
  const operation = operationOf('customerWebsite', called ?? '')
  if (frame.result === undefined || operation === undefined) return checkFrame(frame, called)
  const decoded = compile(answerFor('customerWebsite', OPERATIONS[operation]))(frame.result, 'body')
  expect(E.isRight(decoded) ? decoded.right : decoded.left, operation).to.deep.equal(frame.result)
}
