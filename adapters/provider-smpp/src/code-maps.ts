import {
  ANSWER_MEANINGS,
  PROVIDER_FAILURES,
  readCodeWords,
} from '@postrider/core/providers/domain/calls/code-words'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'

/** The meaning of an SMSC's response: a failure code is a permanent refusal. */
export type StatusOutcome = (typeof ANSWER_MEANINGS)[number]

/** The meaning of response statuses, if the account's settings define it. */
export type StatusMap = ReadonlyMap<number, StatusOutcome>

/** The meaning of a receipt's `err:`, by its form from {@link errorName}. */
export type ErrorMap = ReadonlyMap<string, FailureCode>

/** The meaning of a receipt's `stat:`, in lower case: a status, or a failure code for `undelivered`. */
export type StatMap = ReadonlyMap<string, StatMeaning>

const STAT_STATUSES = ['accepted', 'delivered', 'undelivered'] as const satisfies readonly ReceiptStatus[]
const STAT_MEANINGS = [...STAT_STATUSES, ...PROVIDER_FAILURES] as const

/** The meaning of a `stat:` word. */
type StatMeaning = (typeof STAT_MEANINGS)[number]

const MOST_ENTRIES = 500

const STATUS = /^(?:0x([0-9a-fA-F]{1,8})|([0-9]{1,10}))$/
const ERRORS = /^([0-9A-Za-z]{1,16})(?:-([0-9]{1,5}))?$/

/** Parses `0x0B=recipient_invalid,0x400=transient_failure`; undefined for other text. */
export const readStatusMap = (text: string | undefined): StatusMap | undefined => {
  const entries = readCodeWords(text, ANSWER_MEANINGS)
  if (entries === undefined) return undefined
  const map = new Map<number, StatusOutcome>()
  for (const [code, meaning] of entries) {
    const [, hex, decimal] = STATUS.exec(code) ?? []
    const status = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (!(status > 0 && status <= 0xffffffff)) return undefined
    map.set(status, meaning)
  }
  return map
}

/** The form in which codes of receipts are compared: lower case, without leading zeros. */
export const errorName = (code: string): string => code.toLowerCase().replace(/^0+(?=.)/, '')

const namesOf = (first: string, last: string | undefined): readonly string[] | undefined => {
  if (last === undefined) return [errorName(first)]
  const count = Number(last) - Number(first) + 1
  if (!(count >= 1 && count <= MOST_ENTRIES)) return undefined
  return Array.from({ length: count }, (_, at) => `${Number(first) + at}`)
}

/** Parses `600-639=dlt_scrubbed,27=recipient_unreachable`; undefined for other text. */
export const readErrorMap = (text: string | undefined): ErrorMap | undefined => {
  const entries = readCodeWords(text, PROVIDER_FAILURES)
  if (entries === undefined) return undefined
  const map = new Map<string, FailureCode>()
  for (const [code, failure] of entries) {
    const [, first, last] = ERRORS.exec(code) ?? []
    const names = first === undefined ? undefined : namesOf(first, last)
    if (names === undefined) return undefined
    for (const name of names) map.set(name, failure)
  }
  return map.size > MOST_ENTRIES ? undefined : map
}

/** Whether a meaning is a status, and not a failure code. */
export const isStatus = (meaning: StatMeaning): meaning is (typeof STAT_STATUSES)[number] =>
  STAT_STATUSES.some((status) => status === meaning)

/** Parses `FAILED=undelivered,BLOCKED=recipient_blocked`; undefined for other text. */
export const readStatMap = (text: string | undefined): StatMap | undefined => {
  const entries = readCodeWords(text, STAT_MEANINGS)
  if (entries?.every(([word]) => /^[A-Za-z]{1,16}$/.test(word)) !== true) return undefined
  return new Map(entries.map(([word, meaning]) => [word.toLowerCase(), meaning]))
}
