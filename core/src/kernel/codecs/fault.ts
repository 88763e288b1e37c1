import type { FieldProblemCode } from '../refusals/refusal.js'

/** What can be wrong with a field; the closed set of docs/contract#field-errors. */
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

/** One broken rule. `path` is the JSON Pointer from the value that was decoded; `message` never holds the value. */
export interface Fault {
  readonly path: string
  readonly code: FieldCode
  readonly message: string
}

/** What a decoder answers instead of a value; a class, so that `instanceof` tells it from every value. */
export class Faults {
  constructor(readonly list: readonly Fault[]) {}
}

/** At most so many broken fields are reported for one request (docs/contract#field-errors). */
export const MAX_FAULTS = 50

/** The verdict on a value that breaks one rule by itself. */
export const broken = (code: FieldCode, message: string): Faults => new Faults([{ path: '', code, message }])

/** The verdict on a value of another type. A list has a sentence of its own: it is how a repeated parameter arrives. */
export const wrongType = (expected: string, input: unknown): Faults =>
  broken('type', Array.isArray(input) ? `Must be ${expected}, not a list.` : `Must be ${expected}.`)

/** Adds what is wrong under `name` to what is known already; beyond fifty nothing is added. */
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
 * The piece of a JSON Pointer that leads to a name. It can be the caller's own invention, so it is kept short and made
 * well-formed before it is echoed.
 */
export const pointerTo = (name: string): string => {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
  return `/${short
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')}`
}
