import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import type { CountryOf } from '../../../channels/recipient.js'
import { isId, type MessageId, type ReceiptId } from '../../../kernel/ids/id.js'

/** By what messages are found. */
export const SEARCH_SOURCES = [
  'messageId',
  'receiptId',
  'recipient',
  'clientReference',
  'providerMessageId',
] as const

/** By what customers find their own: what providers call a message, and what they report, is not theirs. */
export const CUSTOMER_SEARCH_SOURCES = [
  'messageId',
  'recipient',
  'clientReference',
] as const satisfies readonly SearchSource[]

export type SearchSource = (typeof SEARCH_SOURCES)[number]

/** What somebody knows of a message, as it was understood; undefined is what it cannot be. */
export interface SearchQuestion {
  readonly messageId: MessageId | undefined
  readonly receiptId: ReceiptId | undefined
  /** In the form in which messages have it. */
  readonly recipient: string | undefined
  /** What a customer or a provider may call a message. */
  readonly reference: string | undefined
}

/** Digits, and what people write between them and before them. */
const NUMBER_AS_WRITTEN = /^(\+|00)?[0-9 ().\u2010-\u2015/-]+$/
const FEWEST_DIGITS = 7

/** A number as people write it, in the international form; undefined where it is none. */
const numberIn = (text: string): string | undefined => {
  if (!NUMBER_AS_WRITTEN.test(text)) return undefined
  const digits = text.replace(/[^0-9]/g, '')
  return digits.length < FEWEST_DIGITS ? undefined : `+${text.startsWith('00') ? digits.slice(2) : digits}`
}

/**
 * Understands one text of a search (docs/contract#message-search): an identifier is nothing else; any other text may be what
 * somebody calls a message, and a number or an address besides.
 */
export const readSearchText = (written: string, countryOf: CountryOf): SearchQuestion => {
  const text = written.trim()
  const none = { messageId: undefined, receiptId: undefined, recipient: undefined, reference: undefined }
  if (isId('msg', text)) return { ...none, messageId: text }
  if (isId('rct', text)) return { ...none, receiptId: text }
  const recipient = parseAnyRecipient(numberIn(text) ?? text, countryOf)
  return { ...none, recipient: recipient?.to, reference: text }
}

/** What the text was taken for. */
export const takenFor = ({
  messageId,
  receiptId,
  recipient,
  reference,
}: SearchQuestion): readonly SearchSource[] => [
  ...(messageId === undefined ? [] : (['messageId'] as const)),
  ...(receiptId === undefined ? [] : (['receiptId'] as const)),
  ...(recipient === undefined ? [] : (['recipient'] as const)),
  ...(reference === undefined ? [] : (['clientReference', 'providerMessageId'] as const)),
]
