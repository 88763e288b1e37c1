import type { FieldProblem, FieldProblemCode } from './refusal.js'

/** An invalid field of a body, named by its JSON Pointer. */
export const bodyProblem = (field: string, code: FieldProblemCode, message: string): FieldProblem => ({
  location: 'body',
  field,
  code,
  message,
})
