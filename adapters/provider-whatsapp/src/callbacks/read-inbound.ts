import type {
  ConsentChange,
  ConsentReading,
  InboundMessage,
} from '@postrider/core/providers/domain/inbound/inbound-message'
import { consentChangeIn, readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { OPT_OUT_POLICY } from '@postrider/core/consent/domain/opt-out-policy'
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
export const numberOf = (digits: string | undefined): string | undefined =>
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

/** An identifier of the vendor's; undefined if it is missing or too long. */
export const identified = (id: string | undefined): string | undefined =>
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

/** A payload that stops all messages; its label can be in another language. */
const STOP_PAYLOAD = /^\s*(stop|stop_?all|unsubscribe|opt[ _-]?out)\W*$/i

/**
 * The consent change of a tapped button: the vendor's own "Stop promotions" in any language, or a word for
 * STOP as its payload or label.
 */
const tappedChange = (tapped: readonly string[], label: string): ConsentChange | undefined => {
  const promotional = tapped
    .map((text) => consentChangeIn(text))
    .find((change) => change?.scope === 'promotional')
  if (promotional !== undefined) return promotional
  return tapped.some((text) => STOP_PAYLOAD.test(text))
    ? { wants: 'stop', scope: OPT_OUT_POLICY.stop.scope }
    : consentChangeIn(label)
}

/** The request in a message. A button was labeled by its sender, so there is nothing for a person to read. */
const readWish = (message: unknown, text: string): ConsentReading => {
  const tapped = TAPPED.map((names) => valueAt(message, ...names)).filter(
    (found) => typeof found === 'string',
  )
  return tapped.length > 0 ? { consentChange: tappedChange(tapped, text) } : readConsent(text)
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
  const text = cut(wordsOf(message))
  return {
    providerAccountId,
    to,
    from: numberOf(namedText(message, 'from')),
    userId: identified(namedText(message, 'from_user_id')),
    text,
    ...readWish(message, text),
    inReplyTo: identified(namedText(valueAt(message, 'context'), 'id')),
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
    consentChange: { wants, scope: OPT_OUT_POLICY.stop_promotions.scope },
    atMs: cloudMomentOf(at),
    eventKey: eventKeyOf('user_preferences', to, from, userId, word, String(cloudMomentOf(at))),
    raw: JSON.stringify(keptParts(preference, ['wa_id', 'user_id', 'category', 'value', 'timestamp'])),
  }
}
