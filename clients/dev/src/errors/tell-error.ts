import type { TextOutput } from '../command-terminal.js'
import { adviceOn } from './advice.js'
import { CommandError, EXIT, exitCodeOf, isAnswered } from './exit-code.js'

interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** A JSON Pointer in the form for people: `/variables/name` is `variables.name`. */
const fieldName = (field: string): string => field.replace(/^\//, '').replaceAll('/', '.')

/** The client adds the first field to the message; the lines below it have all fields. */
const withoutFields = (message: string, [first]: readonly FieldProblem[]): string =>
  (first && message.split(` ${first.field}: ${first.message}`)[0]) ?? message

/** The lines of an error for a person: what happened, the fields, the key, and what to do. */
export const linesOf = (error: unknown): readonly string[] => {
  if (error instanceof CommandError)
    return [error.message, ...(error.todo === undefined ? [] : [`  → ${error.todo}`])]
  if (!isAnswered(error)) return [error instanceof Error ? error.message : String(error)]
  const { code, message, requestId, fieldErrors, idempotencyKey, doc } = error
  const advice = adviceOn(code)
  return [
    code === 'configuration' ? message : `${code}: ${withoutFields(message, fieldErrors)}`,
    ...fieldErrors.map((each) => `  ${fieldName(each.field)}: ${each.message} (${each.code})`),
    ...(requestId === undefined ? [] : [`  request ${requestId}`]),
    ...(idempotencyKey === undefined ? [] : [`  key ${idempotencyKey}`]),
    ...(code === 'outcome_unknown' ? [`  → Run the same command again with --key ${idempotencyKey}.`] : []),
    ...(advice === undefined ? [] : [`  → ${advice}`]),
    ...(doc === undefined ? [] : [`  ${doc}`]),
  ]
}

/** Writes an error for a person. */
export const tellError = (words: TextOutput, error: unknown): void => {
  for (const line of linesOf(error)) words.write(`${line}\n`)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const CODE_OF_EXIT: Readonly<Record<number, string>> = {
  [EXIT.usage]: 'usage',
  [EXIT.authentication]: 'credential',
  [EXIT.notFound]: 'not_found',
  [EXIT.conflict]: 'conflict',
  [EXIT.temporary]: 'temporary',
  [EXIT.interrupted]: 'aborted',
}

/** The facts of an error for programs. `code` is from the service, the client, or the command itself. */
const factsOf = (error: unknown): Readonly<Record<string, unknown>> => {
  const exitCode = exitCodeOf(error)
  if (!isAnswered(error)) {
    const todo = error instanceof CommandError ? error.todo : undefined
    return { code: CODE_OF_EXIT[exitCode] ?? 'failed', message: messageOf(error), todo, exitCode }
  }
  const { code, message, status, retryable, requestId, fieldErrors, idempotencyKey, doc } = error
  const todo = adviceOn(code)
  return { code, message, status, retryable, requestId, idempotencyKey, fieldErrors, todo, doc, exitCode }
}

/** Writes an error as one line of JSON. */
export const tellErrorAsJson = (words: TextOutput, error: unknown): void =>
  void words.write(`${JSON.stringify({ error: factsOf(error) })}\n`)
