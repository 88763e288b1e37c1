import { sending30Text, sendingText } from '@postrider/contracts/openapi/document-text'
import type { Product } from '@postrider/core/kernel/texts/product'
import { E } from '@postrider/core/fp'
import { publicAnswer } from '@postrider/web-server/answers/answer'
import { createPublicFile } from '@postrider/web-server/public-files/public-file'
import type { Handler } from './handler.js'

/** GET /openapi.sending.json: the part of the contract for generators of clients, created once. */
export const getSendingContractHandler = (product: Product | undefined): Handler<'getSendingContract'> => {
  const answer = publicAnswer(
    createPublicFile('application/json', 'no-cache', () => Buffer.from(sendingText(product))),
  )
  return async () => E.right(answer)
}

/** GET /openapi.sending-3.0.json: the same as OpenAPI 3.0. */
export const getSendingContract30Handler = (
  product: Product | undefined,
): Handler<'getSendingContract30'> => {
  const answer = publicAnswer(
    createPublicFile('application/json', 'no-cache', () => Buffer.from(sending30Text(product))),
  )
  return async () => E.right(answer)
}
