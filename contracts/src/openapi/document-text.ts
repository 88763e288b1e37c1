import type { Vocabulary } from '@postrider/core/domain/codecs/vocabulary'
import { openApiDocument } from './document.js'

/** The document as the repository keeps it and the host serves it. */
export const openApiText = (vocabulary: Vocabulary): string =>
  `${JSON.stringify(openApiDocument(vocabulary), null, 2)}\n`
