import { openApiDocument } from './document.js'

/** The document as the repository keeps it and the host serves it. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`
