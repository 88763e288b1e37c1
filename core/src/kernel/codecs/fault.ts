import type { FieldProblemCode } from '../refusals/refusal.js'

/** The codes of field errors; the closed set of docs/api/conventions#field-errors. */
export const FIELD_CODES = [
  'required',
  'unknown',
  'type',
  'format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_many',
  'too_few',
  'not_allowed',
  'mismatch',
] as const satisfies readonly FieldProblemCode[]

export type FieldCode = (typeof FIELD_CODES)[number]

/** One broken rule. `path` is the JSON Pointer from the decoded value; `message` never holds the value. */
export interface Fault {
  readonly path: string
  readonly code: FieldCode
  readonly message: string
}

/**
 * Returned by a decoder instead of a value; a class, so that `instanceof` distinguishes it from every value.
 */
export class Faults {
  constructor(readonly list: readonly Fault[]) {}
}

/** The most invalid fields reported for one request (docs/api/conventions#field-errors). */
export const MAX_FAULTS = 50

/** The fault of a value that breaks one rule by itself. */
export const broken = (code: FieldCode, message: string): Faults => new Faults([{ path: '', code, message }])

/**
 * The fault of a value of the wrong type. A list gets a message of its own, because a repeated parameter
 * arrives as a list.
 */
export const wrongType = (expected: string, input: unknown): Faults =>
  broken(
    'type',
    Array.isArray(input) ? `The value must be ${expected}, not a list.` : `The value must be ${expected}.`,
  )

/** Adds the faults under `name` to the known ones, up to fifty in total. */
export const gatherFaults = (known: Fault[] | undefined, name: string, found: Faults): Fault[] => {
  const all = known ?? []
  for (const { path, code, message } of found.list) {
    if (all.length >= MAX_FAULTS) break
    all.push({ path: `${pointerTo(name)}${path}`, code, message })
  }
  return all
}

const MAX_NAME_LENGTH = 128

/**
 * The JSON Pointer segment for a name. The caller may have made up the name, so it is shortened and made
 * well-formed before it is returned.
 */
export const pointerTo = (name: string): string => {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
  return `/${short
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')}`
}
