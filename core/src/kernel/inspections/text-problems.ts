import { parseEmailAddress } from '../addresses/email-address.js'
import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'

/** The problems of an email address at this field of a body; empty if the field is absent. */
export const addressProblems = (field: string, text: string | undefined): readonly FieldProblem[] =>
  text === undefined || parseEmailAddress(text) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'The value must be one email address.')]
