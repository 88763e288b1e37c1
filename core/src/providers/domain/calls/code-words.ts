import type { FailureCode } from '../../../kernel/messages/message-state.js'

/** Why a message failed, as far as a provider's codes can say it: the other reasons are decided here. */
export const PROVIDER_FAILURES = [
  'provider_rejected',
  'recipient_unreachable',
  'recipient_invalid',
  'recipient_blocked',
  'dlt_scrubbed',
  'template_rejected',
] as const satisfies readonly FailureCode[]

/** What an answer to a submit may be taken for where the message was not taken: a failure code is a refusal for good. */
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
 * Reads what an account's setting says of a provider's codes, as `27=recipient_unreachable,30=dlt_scrubbed`: each code with its
 * word, in their order. Undefined where it says something else, or far too much.
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
