import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import type { JsonObject } from './json.js'
import { openApiDocument, sendingDocument } from './document.js'
import { inOpenApi30 } from './openapi-30.js'

/** The document, as the repository contains it and the host serves it. */
export const openApiText = (vocabulary: Vocabulary, product: Product = DEFAULT_PRODUCT): string =>
  textOf(openApiDocument(vocabulary, unnamed(product)), product)

/** The part for customers' servers, as the build writes it; clients are generated from it. */
export const sendingText = (product: Product = DEFAULT_PRODUCT): string =>
  textOf(sendingDocument(unnamed(product)), product)

/** The same part as OpenAPI 3.0, for tools without support for newer versions. */
export const sending30Text = (product: Product = DEFAULT_PRODUCT): string =>
  textOf(inOpenApi30(sendingDocument(unnamed(product))), product)

/** The product under its default name, which its own name replaces in the text as a whole. */
const unnamed = (product: Product): Product => ({ ...product, name: DEFAULT_PRODUCT.name })

// Names contain no quotes, backslashes or control characters, so they need no escapes in JSON.
const textOf = (document: JsonObject, { name }: Product): string =>
  `${JSON.stringify(document, null, 2)}\n`.replaceAll(DEFAULT_PRODUCT.name, () => name)
