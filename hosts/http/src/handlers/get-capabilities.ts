import { capabilitiesText } from '@postrider/contracts/capabilities/document-text'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { E } from '@postrider/core/fp'
import { publicAnswer } from '@postrider/web-server/answers/answer'
import { createPublicFile } from '@postrider/web-server/public-files/public-file'
import type { Handler } from './handler.js'

/** GET /capabilities.json: created once, from the registry that runs the operations. */
export const getCapabilitiesHandler = (vocabulary: Vocabulary): Handler<'getCapabilities'> => {
  const answer = publicAnswer(
    createPublicFile('application/json', 'no-cache', () => Buffer.from(capabilitiesText(vocabulary))),
  )
  return async () => E.right(answer)
}
