import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import type { CountryOf } from '../../../channels/recipient.js'
import { isId, type MessageId, type ReceiptId } from '../../../kernel/ids/id.js'

/** The fields by which messages can be found. */
export const SEARCH_SOURCES = [
  'messageId',
  'receiptId',
  'recipient',
  'clientReference',
  'providerMessageId',
] as const

/**
 * The fields by which customers can find their messages. The provider's message IDs and receipts aren't
 * theirs.
 */
export const CUSTOMER_SEARCH_SOURCES = [
  'messageId',
  'recipient',
  'clientReference',
] as const satisfies readonly SearchSource[]

export type SearchSource = (typeof SEARCH_SOURCES)[number]

/** The possible meanings of a search text; the others are undefined. */
export interface SearchQuestion {
  readonly messageId: MessageId | undefined
  readonly receiptId: ReceiptId | undefined
  /** In the normalized form that messages store. */
  readonly recipient: string | undefined
  /** A customer's or a provider's own ID of a message. */
  readonly reference: string | undefined
}

/** Digits, with the separators and prefixes that people write. */
const NUMBER_AS_WRITTEN = /^(\+|00)?[0-9 ().\u2010-\u2015/-]+$/
const FEWEST_DIGITS = 7

/** A phone number as people write it, in international form; undefined if the text isn't one. */
const numberIn = (text: string): string | undefined => {
  if (!NUMBER_AS_WRITTEN.test(text)) return undefined
  const digits = text.replace(/[^0-9]/g, '')
  return digits.length < FEWEST_DIGITS ? undefined : `+${text.startsWith('00') ? digits.slice(2) : digits}`
}

/**
 * Interprets a search text (docs/api/admin#message-search). An identifier is only an identifier. Any other
 * text can be a reference to a message, and also a number or an address.
 */
export const readSearchText = (written: string, countryOf: CountryOf): SearchQuestion => {
  const text = written.trim()
  const none = { messageId: undefined, receiptId: undefined, recipient: undefined, reference: undefined }
  if (isId('msg', text)) return { ...none, messageId: text }
  if (isId('rct', text)) return { ...none, receiptId: text }
  const recipient = parseAnyRecipient(numberIn(text) ?? text, countryOf)
  return { ...none, recipient: recipient?.to, reference: text }
}

/** The fields that the text was searched in. */
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
