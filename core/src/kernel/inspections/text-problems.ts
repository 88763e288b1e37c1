import { parseEmailAddress } from '../addresses/email-address.js'
import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'
import { parseIsoTime } from '../time/epoch-ms.js'

/** What is wrong with a moment at this place of a body; none where there is no moment. */
export const momentProblems = (field: string, text: string | undefined): readonly FieldProblem[] =>
  text === undefined || parseIsoTime(text) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'Must be a moment of the calendar.')]

/** What is wrong with an address at this place of a body; none where there is no address. */
export const addressProblems = (field: string, text: string | undefined): readonly FieldProblem[] =>
  text === undefined || parseEmailAddress(text) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'Must be one email address.')]
