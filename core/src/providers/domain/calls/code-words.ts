import type { FailureCode } from '../../../kernel/messages/message-state.js'

/** The failure codes that a provider's codes can map to; Postrider itself decides the others. */
export const PROVIDER_FAILURES = [
  'provider_rejected',
  'recipient_unreachable',
  'recipient_invalid',
  'recipient_blocked',
  'recipient_limited',
  'dlt_scrubbed',
  'template_rejected',
] as const satisfies readonly FailureCode[]

/**
 * The possible meanings of a provider's response that didn't take the message; a failure code means a
 * permanent refusal.
 */
export const ANSWER_MEANINGS = [
  'not_attempted',
  'transient_failure',
  'rejected_by_route',
  'unknown',
  ...PROVIDER_FAILURES,
] as const

const MOST_ENTRIES = 500
const ENTRY = /^([^=]{1,64})=([a-z_]+)$/

/**
 * Parses an account's setting about a provider's codes, for example
 * `27=recipient_unreachable,30=dlt_scrubbed`: each code with its word, in order. Undefined if the setting is
 * malformed or too long.
 */
export const readCodeWords = <W extends string>(
  text: string | undefined,
  words: readonly W[],
): ReadonlyArray<readonly [code: string, word: W]> | undefined => {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const read = entries.flatMap((entry) => {
    const [, code, value] = ENTRY.exec(entry) ?? []
    const word = words.find((each) => each === value)
    return code === undefined || word === undefined ? [] : [[code.trim(), word] as const]
  })
  return read.length < entries.length || read.length > MOST_ENTRIES ? undefined : read
}
