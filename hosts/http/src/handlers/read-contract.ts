import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import { E } from '@postrider/core/fp'
import type { Answer } from '@postrider/web-server/answers/answer'
import { contractPage } from '../docs/contract-page.js'
import type { Handler } from './handler.js'

/** GET /docs: the contract as a readable page. */
export const readContractHandler = ({ name }: Product = DEFAULT_PRODUCT): Handler<'readContract'> => {
  const answer: Answer = { status: 200, html: contractPage(name) }
  return async () => E.right(answer)
}
