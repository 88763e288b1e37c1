import type { ConsentChange, InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { namedText, valueAt } from '@postrider/http-calls/json-value'
import { LONGEST_ID } from '../answers/read-answer.js'
import type { CloudChange } from './change.js'
import { eventKeyOf, keptParts, cloudMomentOf } from '../evidence/kept-parts.js'

const NUMBER = /^[0-9]{5,15}$/
const LONGEST_TEXT = 4_096
/** Kinds of messages that no person wrote: the vendor's own, and those that it can't show. */
const NOBODYS = new Set(['system', 'unsupported', 'request_welcome', 'errors'])

const cut = (text: string | undefined): string => (text ?? '').slice(0, LONGEST_TEXT)

/** A number of the vendor's in the format of a message's `to`; undefined if it is missing. */
const numberOf = (digits: string | undefined): string | undefined =>
  digits !== undefined && NUMBER.test(digits) ? `+${digits}` : undefined

/** The text that a person wrote or selected, by kind of message. */
const wordsOf = (message: unknown): string | undefined =>
  [
    ['text', 'body'],
    ['button', 'text'],
    ['interactive', 'button_reply', 'title'],
    ['interactive', 'list_reply', 'title'],
    ['reaction', 'emoji'],
    ['image', 'caption'],
    ['video', 'caption'],
    ['document', 'caption'],
  ]
    .map((names) => valueAt(message, ...names))
    .find((found) => typeof found === 'string')

const phoneNumberIdOf = ({ value }: CloudChange): string | undefined =>
  namedText(valueAt(value, 'metadata'), 'phone_number_id')

const identified = (id: string | undefined): string | undefined =>
  id === undefined || id === '' || id.length > LONGEST_ID ? undefined : id

/** What a person tapped: the label of a button or of a list's row, and what its template sends with it. */
const TAPPED = [
  ['button', 'text'],
  ['button', 'payload'],
  ['interactive', 'button_reply', 'title'],
  ['interactive', 'button_reply', 'id'],
  ['interactive', 'list_reply', 'title'],
  ['interactive', 'list_reply', 'id'],
] as const

/**
 * The consent change of a tapped button: the vendor's own "Stop promotions", or one whose payload is a word
 * for STOP in another language's label.
 */
const tappedChange = (message: unknown): ConsentChange | undefined => {
  const tapped = TAPPED.map((names) => valueAt(message, ...names)).filter((text) => typeof text === 'string')
  if (tapped.some((text) => /^\s*stop[ _-]promotions\W*$/i.test(text)))
    return { wants: 'stop', scope: 'promotional' }
  return tapped.some((text) => /^\s*(stop|stop_?all|unsubscribe|opt[ _-]?out)\W*$/i.test(text))
    ? { wants: 'stop', scope: 'all' }
    : undefined
}

/** An inbound message to one of the account's numbers; undefined if no person wrote it. */
export const readCloudMessage = (
  { providerAccountId }: ProviderAccount,
  change: CloudChange,
  message: unknown,
): InboundMessage | undefined => {
  const to = phoneNumberIdOf(change)
  const id = identified(namedText(message, 'id'))
  const type = namedText(message, 'type')
  if (to === undefined || id === undefined || type === undefined || NOBODYS.has(type)) return undefined
  return {
    providerAccountId,
    to,
    from: numberOf(namedText(message, 'from')),
    userId: identified(namedText(message, 'from_user_id')),
    text: cut(wordsOf(message)),
    inReplyTo: identified(namedText(valueAt(message, 'context'), 'id')),
    consentChange: tappedChange(message),
    atMs: cloudMomentOf(valueAt(message, 'timestamp')),
    eventKey: id,
    raw: JSON.stringify(keptParts(message, ['id', 'type', 'timestamp', 'from', 'from_user_id'])),
  }
}

const WISHES: Readonly<Record<string, 'stop' | 'start'>> = { stop: 'stop', resume: 'start' }

/** A person's choice in WhatsApp about the vendor's category "marketing"; undefined for other events. */
export const readPreference = (
  { providerAccountId }: ProviderAccount,
  change: CloudChange,
  preference: unknown,
): InboundMessage | undefined => {
  const to = phoneNumberIdOf(change)
  const word = namedText(preference, 'value') ?? ''
  const wants = Object.hasOwn(WISHES, word) ? WISHES[word] : undefined
  const from = numberOf(namedText(preference, 'wa_id'))
  const userId = identified(namedText(preference, 'user_id'))
  const isMarketing = namedText(preference, 'category') === 'marketing_messages'
  if (to === undefined || wants === undefined || !isMarketing || (from ?? userId) === undefined)
    return undefined
  const at = valueAt(preference, 'timestamp')
  return {
    providerAccountId,
    to,
    from,
    userId,
    text: '',
    inReplyTo: undefined,
    consentChange: { wants, scope: 'promotional' },
    atMs: cloudMomentOf(at),
    eventKey: eventKeyOf('user_preferences', to, from, userId, word, String(cloudMomentOf(at))),
    raw: JSON.stringify(keptParts(preference, ['wa_id', 'user_id', 'category', 'value', 'timestamp'])),
  }
}

/** The vendor's code for a recipient who wants no more messages of the category "marketing". */
const WANTS_NO_MARKETING = 131050

/**
 * The consent change in a failed status; undefined if it has none. If it doesn't name the person, our message
 * does.
 */
export const readRefusedMarketing = (
  { providerAccountId }: ProviderAccount,
  change: CloudChange,
  status: unknown,
  codes: readonly number[],
): InboundMessage | undefined => {
  const to = phoneNumberIdOf(change)
  const id = identified(namedText(status, 'id'))
  const from = numberOf(namedText(status, 'recipient_id'))
  if (!codes.includes(WANTS_NO_MARKETING) || to === undefined || id === undefined) return undefined
  return {
    providerAccountId,
    to,
    from,
    userId: undefined,
    text: '',
    inReplyTo: id,
    consentChange: { wants: 'stop', scope: 'promotional' },
    atMs: cloudMomentOf(valueAt(status, 'timestamp')),
    eventKey: eventKeyOf('no_marketing', id),
    raw: JSON.stringify({ ...keptParts(status, ['id', 'recipient_id', 'timestamp']), codes }),
  }
}
