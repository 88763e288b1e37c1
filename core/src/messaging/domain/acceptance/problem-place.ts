import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'

/** JSON Pointers to the fields of one message in a batch body. */
export interface ItemPlaces {
  readonly to: string
  readonly templateId: string
  readonly variables: string
  readonly item: string
}

/** The position of a message's fields in the request body. */
export type ProblemPlace =
  /** The body is the message itself. */
  | { readonly _tag: 'Message' }
  | { readonly _tag: 'BatchItem'; readonly places: ItemPlaces }
  /** The body asks for an OTP, and the code goes into this variable. */
  | { readonly _tag: 'Otp'; readonly otpVariable: string }

/** The place of a body that is the message itself. */
export const IN_PLACE: ProblemPlace = { _tag: 'Message' }

const takesNoDigits = bodyProblem(
  '/otpVariable',
  'not_allowed',
  'Variables of this type cannot have a number of digits.',
)

const pointerTo = (name: string): string => `/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/**
 * Reports a problem of the code's variable under the field in which the caller named the variable or set the
 * length.
 */
const inOtp = (otpVariable: string, problem: FieldProblem): FieldProblem => {
  if (problem.field !== pointerTo(otpVariable)) return problem
  if (problem.code === 'too_long') return { ...problem, field: '/otpLength', code: 'too_large' }
  if (problem.code === 'format') return takesNoDigits
  return problem.code === 'unknown' ? { ...problem, field: '/otpVariable', code: 'not_allowed' } : problem
}

const inItem = (
  { item, variables, templateId, to }: ItemPlaces,
  { field, ...problem }: FieldProblem,
): FieldProblem => {
  if (field.startsWith('/variables'))
    return { ...problem, field: variables + field.slice('/variables'.length) }
  if (field === '/templateId') return { ...problem, field: templateId }
  return { ...problem, field: field === '/to' ? to : item + field }
}

/** Renames an invalid field of a message to its position in the request body. */
export const relocated = (place: ProblemPlace, problem: FieldProblem): FieldProblem => {
  if (place._tag === 'BatchItem') return inItem(place.places, problem)
  return place._tag === 'Otp' ? inOtp(place.otpVariable, problem) : problem
}
