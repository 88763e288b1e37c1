import { openApiText } from '@postrider/contracts/openapi/document-text'
import { E } from '@postrider/core/fp'
import type { Answer } from '../answers/answer.js'
import type { Handler } from './handler.js'

/** GET /openapi.json: made once, from the same codecs that the host decodes with. */
export const getContract = (): Handler<'getContract'> => {
  const answer: Answer = { status: 200, contentType: 'application/json', text: openApiText() }
  return async () => E.right(answer)
}
