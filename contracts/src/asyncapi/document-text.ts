import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { asyncApiDocument } from './document.js'

/** The document of the console's socket, as the build writes it and the console serves it. */
export const asyncApiText = (vocabulary: Vocabulary): string =>
  `${JSON.stringify(asyncApiDocument(vocabulary), null, 2)}\n`
