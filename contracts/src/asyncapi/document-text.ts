import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Product } from '@postrider/core/kernel/texts/product'
import { asyncApiDocument } from './document.js'

/** The document of the console's socket, as the build writes it and the console serves it. */
export const asyncApiText = (vocabulary: Vocabulary, product?: Product): string =>
  `${JSON.stringify(asyncApiDocument(vocabulary, product), null, 2)}\n`
