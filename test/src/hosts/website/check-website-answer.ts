import { expect } from 'chai'
import { compile } from '@postrider/core/kernel/codecs/compile'
import { answerFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { operationOf, OPERATIONS } from '@postrider/core/assembly/registry'
import { E } from '@postrider/core/fp'
import { checkFrame } from '../live/check-frame.js'
import type { HeardFrame } from '../live/heard-frame.js'

/**
 * Throws unless the website may send the frame. A response must match its operation's schema without
 * additional properties; everything else must match the console's document.
 */
export const checkWebsiteFrame = (frame: HeardFrame, called: string | undefined): void => {
  const operation = operationOf('customerWebsite', called ?? '')
  if (frame.result === undefined || operation === undefined) return checkFrame(frame, called)
  const decoded = compile(answerFor('customerWebsite', OPERATIONS[operation]))(frame.result, 'body')
  expect(E.isRight(decoded) ? decoded.right : decoded.left, operation).to.deep.equal(frame.result)
}
