import type { TextRules } from './codec.js'

/** A validation rule for a text from a set that may grow. */
export const openSet = (
  what: string,
  values: readonly string[],
): Required<Pick<TextRules, 'description' | 'openSet'>> => ({
  description: `${what}. Accept unknown values; the current ones are ${values.join(', ')}.`,
  openSet: values,
})
