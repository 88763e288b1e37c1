import type { Refusal } from './refusal.js'

/** A refusal by the code that callers know (docs/contract#error-codes). */
export const refusalCode = ({ _tag }: Pick<Refusal, '_tag'>): string =>
  _tag.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()
