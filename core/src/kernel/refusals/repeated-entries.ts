import { bodyProblem } from './body-problem.js'
import type { FieldProblem } from './refusal.js'

/** A `not_allowed` for each entry of a list that repeats an earlier one; `field` is the list's JSON Pointer. */
export const repeatedEntries = (
  field: string,
  list: ReadonlyArray<string | undefined> = [],
): readonly FieldProblem[] =>
  list.flatMap((entry, at) =>
    entry === undefined || list.indexOf(entry) === at
      ? []
      : [bodyProblem(`${field}/${at}`, 'not_allowed', 'This entry is a duplicate.')],
  )
