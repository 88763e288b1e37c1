import type { FailureCode } from '@postrider/core/domain/messages/message-state'

/** Why a message failed, as far as a provider's codes can say it. */
const FAILURES = [
  'provider_rejected',
  'recipient_unreachable',
  'recipient_invalid',
  'recipient_blocked',
  'dlt_scrubbed',
  'template_rejected',
] as const satisfies readonly FailureCode[]

/** What an answer to a submit may be taken for. */
const MEANINGS = ['not_sent', 'refused_for_now', 'refused_here', 'unknown', ...FAILURES] as const

/** What an answer of the message centre is taken for: a failure code is a refusal for good. */
export type StatusOutcome = (typeof MEANINGS)[number]

/** What statuses of answers mean, where the account says it itself. */
export type StatusMap = ReadonlyMap<number, StatusOutcome>

/** What the `err:` of a receipt means, by its form of {@link errorName}. */
export type ErrorMap = ReadonlyMap<string, FailureCode>

const MOST_ENTRIES = 500

const STATUS_ENTRY = /^(?:0x([0-9a-fA-F]{1,8})|([0-9]{1,10}))=([a-z_]+)$/
const ERROR_ENTRY = /^([0-9A-Za-z]{1,16})(?:-([0-9]{1,5}))?=([a-z_]+)$/

const entriesOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const found = <W extends string>(words: readonly W[], word: string | undefined): W | undefined =>
  words.find((each) => each === word)

/** Reads `0x0B=recipient_invalid,0x400=refused_for_now`; undefined where it says something else. */
export const readStatusMap = (text: string | undefined): StatusMap | undefined => {
  const map = new Map<number, StatusOutcome>()
  for (const entry of entriesOf(text)) {
    const [, hex, decimal, word] = STATUS_ENTRY.exec(entry) ?? []
    const status = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const meaning = found(MEANINGS, word)
    if (meaning === undefined || !(status > 0 && status <= 0xffffffff)) return undefined
    map.set(status, meaning)
  }
  return map.size > MOST_ENTRIES ? undefined : map
}

/** The form in which codes of receipts are compared: letters small, no zeros ahead. */
export const errorName = (code: string): string => code.toLowerCase().replace(/^0+(?=.)/, '')

const namesOf = (first: string, last: string | undefined): readonly string[] | undefined => {
  if (last === undefined) return [errorName(first)]
  const count = Number(last) - Number(first) + 1
  if (!(count >= 1 && count <= MOST_ENTRIES)) return undefined
  return Array.from({ length: count }, (_, at) => `${Number(first) + at}`)
}

/** Reads `600-639=dlt_scrubbed,27=recipient_unreachable`; undefined where it says something else. */
export const readErrorMap = (text: string | undefined): ErrorMap | undefined => {
  const map = new Map<string, FailureCode>()
  for (const entry of entriesOf(text)) {
    const [, first = '', last, word] = ERROR_ENTRY.exec(entry) ?? []
    const names = namesOf(first, last)
    const failure = found(FAILURES, word)
    if (failure === undefined || names === undefined) return undefined
    for (const name of names) map.set(name, failure)
  }
  return map.size > MOST_ENTRIES ? undefined : map
}
