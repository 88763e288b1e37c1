import { capabilitiesText } from '@postrider/contracts/capabilities/document-text'
import { E } from '@postrider/core/fp'
import type { Answer } from '../answers/answer.js'
import type { Handler } from './handler.js'

/** GET /capabilities.json: made once, from the registry that the operations are run by. */
export const getCapabilities = (): Handler<'getCapabilities'> => {
  const answer: Answer = { status: 200, contentType: 'application/json', text: capabilitiesText() }
  return async () => E.right(answer)
}
