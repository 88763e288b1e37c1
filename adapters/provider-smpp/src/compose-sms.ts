import { gsm7Octets } from '@postrider/core/channels/sms/gsm7'
import { smsParts } from '@postrider/core/channels/sms/segments'
import type { Registration, RenderedContent, Sender } from '@postrider/core/channels/channels'
import type { PermanentFailure, RejectedByRoute } from '@postrider/core/providers/domain/calls/outcome'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { NextReference } from './part-references.js'
import type { PduFields } from './pdu.js'
import type { SmppSettings } from './smpp-settings.js'
import { validityPeriod } from './validity-period.js'

const [LETTERS, INTERNATIONAL, UNKNOWN_TON] = [5, 1, 0]
const [NO_PLAN, E164] = [0, 1]
const DEFAULT_ALPHABET = 0
const UCS2 = 8
const HAS_HEADER = 0x40
/** The maximum number of letters in a sender over the air (3GPP TS 23.040, 9.1.2.5). */
const MOST_LETTERS = 11
/** Longer numbers are full ones, with a calling code (ITU-T E.164). */
const MOST_SHORT_CODE_DIGITS = 6
/** India: its carriers require the registration of a text. */
const INDIA = '+91'
const RECIPIENT = /^\+[1-9][0-9]{6,14}$/

/** A message as the submits that carry it, in order. */
export interface ComposedParts {
  readonly parts: readonly PduFields[]
}

type SmsContent = RenderedContent<'sms'>

/** Whether a sender is an SMS sender. */
export const isSmsSender = (sender: Sender): sender is Sender<'sms'> => sender.channel === 'sms'

const isComposable = (
  submission: ProviderSubmission,
): submission is ProviderSubmission & { readonly sender: Sender<'sms'>; readonly content: SmsContent } =>
  isSmsSender(submission.sender) && submission.content.channel === 'sms'

const permanentFailure = (
  failureCode: PermanentFailure['failureCode'],
  detail: string,
): PermanentFailure => ({
  _tag: 'PermanentFailure',
  failureCode,
  detail,
})

/** The sender of a message in a submit_sm: letters, a number, or a short code. */
export const sourceOf = (
  header: string,
  { sourceTon, sourceNpi, shortCodeTon, shortCodeNpi }: SmppSettings,
): PduFields => {
  const isNumber = /^[0-9]+$/.test(header)
  if (isNumber && header.length <= MOST_SHORT_CODE_DIGITS)
    return { source_addr_ton: shortCodeTon, source_addr_npi: shortCodeNpi, source_addr: header }
  const [ton, npi] = isNumber ? [INTERNATIONAL, E164] : [LETTERS, NO_PLAN]
  // A TON of the whole account isn't meant for senders of the other kind.
  const isFit = sourceTon === undefined || sourceTon === UNKNOWN_TON || (sourceTon === LETTERS) !== isNumber
  return {
    source_addr_ton: isFit ? (sourceTon ?? ton) : ton,
    source_addr_npi: isFit ? (sourceNpi ?? npi) : npi,
    source_addr: header,
  }
}

const latin1Octets = (text: string): Uint8Array | undefined =>
  /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined

const ucs2Octets = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

/** A text as octets: the whole one, or its parts. */
interface EncodedText {
  readonly coding: number
  readonly texts: readonly Buffer[]
}

/**
 * The text in the account's alphabet, or in UCS-2 if it was charged so or the account's alphabet lacks one of its
 * characters. In UCS-2 it can take more parts than were charged.
 */
const encoded = ({ text, encoding }: SmsContent, settings: SmppSettings, isWhole: boolean): EncodedText => {
  const octetsOf = settings.defaultAlphabet === 'gsm7' ? gsm7Octets : latin1Octets
  const parts = isWhole ? [text] : smsParts(text)
  const octets = encoding === 'ucs2' ? [] : parts.map(octetsOf)
  const own = octets.flatMap((one) => (one === undefined ? [] : [Buffer.from(one)]))
  if (own.length === parts.length) return { coding: DEFAULT_ALPHABET, texts: own }
  return { coding: UCS2, texts: (isWhole ? [text] : smsParts(text, 'ucs2')).map(ucs2Octets) }
}

const inParts = (texts: readonly Buffer[], reference: () => number): readonly PduFields[] => {
  const [only] = texts
  if (only !== undefined && texts.length === 1) return [{ short_message: only }]
  const shared = reference()
  return texts.map((text, index) => ({
    esm_class: HAS_HEADER,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, shared, texts.length, index + 1]), text]),
  }))
}

/** The most octets of a text that isn't long, by coding. */
const roomOf = (coding: number): number => (coding === UCS2 ? 140 : 160)

/** The bodies of a message, and their coding. */
const bodiesOf = (content: SmsContent, settings: SmppSettings, reference: () => number) => {
  const isWhole = settings.longMessages === 'payload'
  const { coding, texts } = encoded(content, settings, isWhole)
  const [text] = texts
  return isWhole && text !== undefined && text.length > roomOf(coding)
    ? { coding, bodies: [{ message_payload: text }] }
    : { coding, bodies: inParts(texts, reference) }
}

const dltOf = (registration: Registration<'sms'>, { dlt, dltChain }: SmppSettings): PduFields =>
  dlt === 'none'
    ? {}
    : {
        dlt_entity_id: Buffer.from(registration.entityId, 'latin1'),
        dlt_template_id: Buffer.from(registration.templateId, 'latin1'),
        ...(dltChain === undefined ? {} : { dlt_chain: Buffer.from(dltChain, 'latin1') }),
      }

/** True if the SMSC reports on a part. */
export const isReportedPart =
  (receiptParts: SmppSettings['receiptParts'], count: number) =>
  (index: number): boolean =>
    receiptParts === 'all' || index === (receiptParts === 'first' ? 0 : count - 1)

/** The circumstances of a message that its submits depend on. */
interface Circumstances {
  readonly nowMs: EpochMs
  readonly nextReference: NextReference
}

/** A message as the submits that carry it, or why this account can't send it in any form. */
export const composeSms = (
  submission: ProviderSubmission,
  settings: SmppSettings,
  { nowMs, nextReference }: Circumstances,
): ComposedParts | PermanentFailure | RejectedByRoute => {
  if (!isComposable(submission)) return permanentFailure('provider_rejected', 'an SMSC supports only SMS')
  const { to, sender, content, registration, expiresAtMs } = submission
  if (!RECIPIENT.test(to)) return permanentFailure('recipient_invalid', 'the recipient is not a phone number')
  const registered = registration?.channel === 'sms' && to.startsWith(INDIA) ? registration : undefined
  const header = registered?.header ?? sender.header
  if (!/^[0-9]+$/.test(header) && header.length > MOST_LETTERS)
    return {
      _tag: 'RejectedByRoute',
      detail: `an alphanumeric sender ID can have at most ${MOST_LETTERS} characters`,
    }
  const { coding, bodies } = bodiesOf(content, settings, () => nextReference(to))
  const common = {
    ...sourceOf(header, settings),
    dest_addr_ton: INTERNATIONAL,
    dest_addr_npi: E164,
    destination_addr: to.slice(1),
    data_coding: coding,
    validity_period: validityPeriod(settings.validity, expiresAtMs, nowMs),
    ...(registered === undefined ? {} : dltOf(registered, settings)),
  }
  const isReported = isReportedPart(settings.receiptParts, bodies.length)
  return {
    parts: bodies.map((body, index) => ({
      ...common,
      ...body,
      registered_delivery: isReported(index) ? 1 : 0,
    })),
  }
}
