import type { Refusal } from './refusal.js'

/** The code of a refusal that callers see (docs/api/conventions#error-codes). */
export const refusalCode = ({ _tag }: Pick<Refusal, '_tag'>): string =>
  _tag.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()
