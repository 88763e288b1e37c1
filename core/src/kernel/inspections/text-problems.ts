import { parseEmailAddress } from '../addresses/email-address.js'
import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'
import { parseIsoTime } from '../time/epoch-ms.js'

/** The problems of a time at this field of a body; empty if the field is absent. */
export const momentProblems = (field: string, text: string | undefined): readonly FieldProblem[] =>
  text === undefined || parseIsoTime(text) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'The value must be a valid date and time.')]

/** The problems of an email address at this field of a body; empty if the field is absent. */
export const addressProblems = (field: string, text: string | undefined): readonly FieldProblem[] =>
  text === undefined || parseEmailAddress(text) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'The value must be one email address.')]
