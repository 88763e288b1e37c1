import type { TextOutput } from '../command-terminal.js'
import { adviceOn } from './advice.js'
import { CommandError, isAnswered } from './exit-code.js'

/** A JSON Pointer as a person would write it: `/variables/name` is `variables.name`. */
const fieldName = (field: string): string => field.replace(/^\//, '').replaceAll('/', '.')

/** The lines of an error for a person: what happened, which fields, under which key, and what to do. */
export const linesOf = (error: unknown): readonly string[] => {
  if (error instanceof CommandError)
    return [error.message, ...(error.todo === undefined ? [] : [`  → ${error.todo}`])]
  if (!isAnswered(error)) return [error instanceof Error ? error.message : String(error)]
  const { code, message, requestId, fieldErrors, idempotencyKey } = error
  const advice = adviceOn(code)
  return [
    code === 'configuration' ? message : `${code}: ${message}`,
    ...fieldErrors.map((each) => `  ${fieldName(each.field)}: ${each.message} (${each.code})`),
    ...(requestId === undefined ? [] : [`  request ${requestId}`]),
    ...(idempotencyKey === undefined ? [] : [`  key ${idempotencyKey}`]),
    ...(code === 'outcome_unknown' ? [`  → Do the same again with --key ${idempotencyKey}.`] : []),
    ...(advice === undefined ? [] : [`  → ${advice}`]),
  ]
}

/** Says what went wrong. */
export const tellError = (words: TextOutput, error: unknown): void => {
  for (const line of linesOf(error)) words.write(`${line}\n`)
}
