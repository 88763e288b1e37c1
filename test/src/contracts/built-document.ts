import { readFileSync } from 'node:fs'

/** The text of a document that the build has written. */
export const builtDocument = (name: string): string =>
  readFileSync(new URL(`../../../dist/documents/${name}`, import.meta.url), 'utf8')
