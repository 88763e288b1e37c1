import { createHash } from 'node:crypto'
import { gsm7Octets } from '@postrider/core/channels/sms/gsm7'
import { smsParts } from '@postrider/core/channels/sms/segments'
import type { Registration, RenderedContent, Sender } from '@postrider/core/channels/channels'
import type { PermanentFailure, RejectedByRoute } from '@postrider/core/providers/domain/calls/outcome'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { PduFields } from './pdu.js'
import type { SmppSettings } from './smpp-settings.js'
import { validityPeriod } from './validity-period.js'

const [LETTERS, NETWORK_SPECIFIC, INTERNATIONAL] = [5, 3, 1]
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

/** TON and NPI of letters, of a short code, which exists only within networks, or of a full number. */
const formOf = (header: string): readonly [ton: number, npi: number] => {
  if (!/^[0-9]+$/.test(header)) return [LETTERS, NO_PLAN]
  return header.length <= MOST_SHORT_CODE_DIGITS ? [NETWORK_SPECIFIC, NO_PLAN] : [INTERNATIONAL, E164]
}

/** The sender of a message in a submit_sm: letters, a short code or a number. */
export const sourceOf = (header: string, { sourceTon, sourceNpi }: SmppSettings): PduFields => {
  const [ton, npi] = formOf(header)
  return {
    source_addr_ton: sourceTon ?? ton,
    source_addr_npi: sourceNpi ?? npi,
    source_addr: header,
  }
}

const latin1Octets = (text: string): Uint8Array | undefined =>
  /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined

/**
 * The text as it was charged: in the account's alphabet, or in UCS-2; undefined if the account's alphabet
 * lacks one of its characters.
 */
const octetsOf = (
  text: string,
  encoding: SmsContent['encoding'],
  settings: SmppSettings,
): Buffer | undefined => {
  if (encoding === 'ucs2') return Buffer.from(text, 'utf16le').swap16()
  const octets = settings.defaultAlphabet === 'gsm7' ? gsm7Octets(text) : latin1Octets(text)
  return octets === undefined ? undefined : Buffer.from(octets)
}

/** The reference that links the parts of one call; each call of the message has another one. */
const referenceOf = ({ messageId, attempt }: ProviderSubmission): number =>
  createHash('sha256').update(`${messageId}|${attempt}`).digest().readUInt8(0)

const inParts = (texts: readonly Buffer[], submission: ProviderSubmission): readonly PduFields[] => {
  const [only] = texts
  if (only !== undefined && texts.length === 1) return [{ short_message: only }]
  const reference = referenceOf(submission)
  return texts.map((text, index) => ({
    esm_class: HAS_HEADER,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, texts.length, index + 1]), text]),
  }))
}

const bodiesOf = (
  submission: ProviderSubmission,
  { text, encoding }: SmsContent,
  settings: SmppSettings,
): readonly PduFields[] | undefined => {
  const parts = smsParts(text)
  const isWhole = parts.length === 1 || settings.longMessages === 'payload'
  const texts = (isWhole ? [text] : parts).flatMap((part) => octetsOf(part, encoding, settings) ?? [])
  if (texts.length < (isWhole ? 1 : parts.length)) return undefined
  const [whole] = texts
  return parts.length > 1 && isWhole && whole !== undefined
    ? [{ message_payload: whole }]
    : inParts(texts, submission)
}

const dltOf = (registration: Registration<'sms'>, { dlt, dltChain }: SmppSettings): PduFields =>
  dlt === 'none'
    ? {}
    : {
        dlt_entity_id: Buffer.from(registration.entityId, 'latin1'),
        dlt_template_id: Buffer.from(registration.templateId, 'latin1'),
        ...(dltChain === undefined ? {} : { dlt_chain: Buffer.from(dltChain, 'latin1') }),
      }

/** A message as the submits that carry it, or why this account can't send it in any form. */
export const composeSms = (
  submission: ProviderSubmission,
  settings: SmppSettings,
  nowMs: EpochMs,
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
  const bodies = bodiesOf(submission, content, settings)
  if (bodies === undefined)
    return permanentFailure(
      'provider_rejected',
      "the text has a character that the account's alphabet does not have",
    )
  const common = {
    ...sourceOf(header, settings),
    dest_addr_ton: INTERNATIONAL,
    dest_addr_npi: E164,
    destination_addr: to.slice(1),
    data_coding: content.encoding === 'ucs2' ? UCS2 : DEFAULT_ALPHABET,
    validity_period: validityPeriod(settings.validity, expiresAtMs, nowMs),
    ...(registered === undefined ? {} : dltOf(registered, settings)),
  }
  const isReported = (index: number): boolean =>
    settings.receiptParts === 'all' || index === bodies.length - 1
  return {
    parts: bodies.map((body, index) => ({
      ...common,
      ...body,
      registered_delivery: isReported(index) ? 1 : 0,
    })),
  }
}
