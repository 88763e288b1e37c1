import { E } from '@postrider/core/fp'
import type { Answer } from '@postrider/web-server/answers/answer'
import { CONTRACT_PAGE } from '../docs/contract-page.js'
import type { Handler } from './handler.js'

/** GET /docs: the contract as a readable page. */
export const readContractHandler = (): Handler<'readContract'> => {
  const answer: Answer = { status: 200, html: CONTRACT_PAGE }
  return async () => E.right(answer)
}
