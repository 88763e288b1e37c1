import { createHash } from 'node:crypto'
import type {
  ConsentChange,
  ConsentReading,
  InboundMessage,
} from '@postrider/core/providers/domain/inbound/inbound-message'
import { readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { stopWordsIn } from '@postrider/core/messaging/domain/inbound/stop-words'
import { writerNumber } from '@postrider/core/providers/domain/inbound/writer-number'
import { OPT_OUT_POLICY } from '@postrider/core/consent/domain/opt-out-policy'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { CallbackRules, InboundRules } from '../gateways/callback-rules.js'

/** What a gateway's own finding of a keyword means. */
const KEYWORDS: ReadonlyMap<string, ConsentChange> = new Map([
  ['STOP', { wants: 'stop', scope: OPT_OUT_POLICY.stop.scope }],
  ['START', { wants: 'start', scope: 'all' }],
])

const LONGEST_NAME = 128
const LONGEST_TEXT = 20_000

/**
 * The characters of windows-1252 for Latin-1's control codes: Node's own decoder treats the two as the same.
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const decodeWindows = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control)

const decode = (bytes: Buffer, charset: string): string => {
  switch (charset.toLowerCase()) {
    case 'utf-16be':
    case 'iso-8859-15':
      return new TextDecoder(charset).decode(bytes)
    case 'windows-1252':
    case 'iso-8859-1':
      return decodeWindows(bytes)
    default:
      return bytes.toString('utf8')
  }
}

/** The bytes of a value in an address: gateways with another charset than UTF-8 escape its bytes. */
const bytesOf = (escaped: string): Buffer =>
  Buffer.from(
    escaped
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )

const textInQuery = (url: string, name: string, charset: string): string | undefined => {
  const pairs = new URL(url).search.slice(1).split('&')
  const pair = pairs.find((each) => each.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  return decode(bytesOf(pair.slice(name.length + 1)), charset)
}

/** A number in the gateway's own country, which it writes without the country code. */
const inItsCountry = (spelled: string, { country }: InboundRules): string =>
  country !== undefined && /^0[1-9][0-9]{9}$/.test(spelled) ? `+${country}${spelled.slice(1)}` : spelled

/**
 * The request in a text that the gateway has read too: an opt-out that either of them finds counts, because
 * the gateway blocks the recipient after its own.
 */
const readWriter = (
  text: string,
  recognized: ConsentChange | undefined,
  stopWords: readonly string[],
): ConsentReading => {
  const own = readConsent(text, stopWords)
  return recognized === undefined || own.consentChange?.wants === 'stop' ? own : { consentChange: recognized }
}

const readInbound = (
  { providerAccountId, settings }: ProviderAccount,
  rules: InboundRules,
  url: string,
  fields: URLSearchParams,
): InboundMessage | undefined => {
  const query = new URL(url).searchParams
  const valueOf = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : (fields.get(name) ?? query.get(name) ?? undefined)
    return value === undefined || value === '' ? undefined : value.slice(0, LONGEST_NAME)
  }
  const charset = valueOf(rules.charset) ?? ''
  const text = fields.get(rules.text) ?? textInQuery(url, rules.text, charset)
  const [to, from, id] = [valueOf(rules.to), valueOf(rules.from), valueOf(rules.id)]
  if (text === undefined || to === undefined || id === undefined) return undefined
  const shortened = text.slice(0, LONGEST_TEXT)
  const recognized = KEYWORDS.get(valueOf(rules.keyword)?.toUpperCase() ?? '')
  return {
    providerAccountId,
    to,
    from: from === undefined ? undefined : writerNumber(inItsCountry(from, rules)),
    userId: undefined,
    text: shortened,
    inReplyTo: undefined,
    ...readWriter(shortened, recognized, stopWordsIn(settings['stopWords'])),
    atMs: undefined,
    eventKey: createHash('sha256')
      .update(JSON.stringify([id, from, to]))
      .digest('hex'),
    raw: JSON.stringify({ id, charset }),
  }
}

/**
 * The inbound message in a callback, if there is one: such a callback names the recipient, and no message
 * status.
 */
export const inboundIn = (
  account: ProviderAccount,
  { inbound, status }: CallbackRules,
  url: string,
  fields: URLSearchParams,
): InboundMessage | undefined => {
  const isReport = fields.has(status) || new URL(url).searchParams.has(status)
  return inbound === undefined || isReport ? undefined : readInbound(account, inbound, url, fields)
}
