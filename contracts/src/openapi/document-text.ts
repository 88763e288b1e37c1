import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Product } from '@postrider/core/kernel/texts/product'
import type { JsonObject } from './json.js'
import { openApiDocument, sendingDocument } from './document.js'
import { inOpenApi30 } from './openapi-30.js'

/** The document, as the repository contains it and the host serves it. */
export const openApiText = (vocabulary: Vocabulary, product?: Product): string =>
  textOf(openApiDocument(vocabulary, product))

/** The part for customers' servers, as the build writes it; clients are generated from it. */
export const sendingText = (product?: Product): string => textOf(sendingDocument(product))

/** The same part as OpenAPI 3.0, for tools without support for newer versions. */
export const sending30Text = (product?: Product): string => textOf(inOpenApi30(sendingDocument(product)))

const textOf = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`
