import type { Vocabulary } from '@postrider/core/domain/codecs/vocabulary'
import type { JsonObject } from './json.js'
import { openApiDocument, sendingDocument } from './document.js'

/** The document as the repository keeps it and the host serves it. */
export const openApiText = (vocabulary: Vocabulary): string => textOf(openApiDocument(vocabulary))

/** The part for customers' servers, as the repository keeps it and clients are made of it. */
export const sendingText = (): string => textOf(sendingDocument())

const textOf = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`
