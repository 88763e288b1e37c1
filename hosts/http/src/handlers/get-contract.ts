import { openApiText } from '@postrider/contracts/openapi/document-text'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Product } from '@postrider/core/kernel/texts/product'
import { E } from '@postrider/core/fp'
import { publicAnswer } from '@postrider/web-server/answers/answer'
import { createPublicFile } from '@postrider/web-server/public-files/public-file'
import type { Handler } from './handler.js'

/** GET /openapi.json: created once, from the codecs that the host decodes with. */
export const getContractHandler = (
  vocabulary: Vocabulary,
  product: Product | undefined,
): Handler<'getContract'> => {
  const answer = publicAnswer(
    createPublicFile('application/json', 'no-cache', () => Buffer.from(openApiText(vocabulary, product))),
  )
  return async () => E.right(answer)
}
