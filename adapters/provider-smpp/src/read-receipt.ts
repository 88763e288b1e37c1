import { createHash } from 'node:crypto'
import { smsText } from '@postrider/core/channels/sms/inbound-octets'
import type { UnreadReport } from '@postrider/core/providers/ports/provider-reports'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptReport, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { providerReason, type ProviderReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { errorName, isStatus, type StatMap } from './code-maps.js'
import { bytesIn, type IncomingPdu, numberIn, textIn } from './pdu.js'
import { readInbound } from './read-inbound.js'
import type { SmppSettings } from './smpp-settings.js'
import { present } from '@postrider/core/kernel/present'

/** The account settings for reading receipts. */
export type ReceiptForm = Pick<SmppSettings, 'receiptId' | 'errorMap' | 'statMap'>

type Fate = readonly [ReceiptStatus, FailureCode | undefined]

const ON_ITS_WAY: Fate = ['accepted', undefined]
const DELIVERED: Fate = ['delivered', undefined]
const UNREACHABLE: Fate = ['undelivered', 'recipient_unreachable']
const REJECTED: Fate = ['undelivered', 'provider_rejected']
const BLOCKED: Fate = ['undelivered', 'recipient_blocked']

/** By `message_state` (SMPP 3.4, 5.2.28). */
const BY_STATE: readonly Fate[] = [ON_ITS_WAY, ON_ITS_WAY, DELIVERED, UNREACHABLE, REJECTED, UNREACHABLE,
  ON_ITS_WAY, ON_ITS_WAY, REJECTED, REJECTED] // prettier-ignore

/**
 * By the start of `stat:` (SMPP 3.4, appendix B), because some SMSCs write the word in full, and words that many
 * SMSCs add.
 */
const BY_WORD: Readonly<Record<string, Fate>> = {
  DELIV: DELIVERED,
  EXPIR: UNREACHABLE,
  UNDEL: UNREACHABLE,
  DELET: REJECTED,
  REJEC: REJECTED,
  SKIPP: REJECTED,
  FAILE: UNREACHABLE,
  BLOCK: BLOCKED,
  ENROU: ON_ITS_WAY,
  ACCEP: ON_ITS_WAY,
  UNKNO: ON_ITS_WAY,
}

/** An SMSC's response to a query about a message. */
export interface QueriedState {
  readonly id: string
  readonly to: string
  /** `message_state`. */
  readonly state: number
  readonly errorCode: number
}

/** That state as a report; undefined if it isn't final. */
export const queriedReport = (
  { id, to, state, errorCode }: QueriedState,
  providerAccountId: ProviderAccountId,
  { errorMap }: Pick<ReceiptForm, 'errorMap'>,
): ReceiptReport | undefined => {
  const [status, usual] = BY_STATE[state] ?? ON_ITS_WAY
  if (status === 'accepted') return undefined
  const failureCode =
    status === 'undelivered' ? (errorMap.get(errorName(`${errorCode}`)) ?? usual) : undefined
  return {
    providerAccountId,
    messageId: undefined,
    providerMessageId: id,
    recipient: to,
    status,
    failureCode,
    ...present({ reason: providerReason(errorCode || `message_state ${state}`) }),
    ...(failureCode === 'recipient_blocked' && { suppresses: 'blocked' as const }),
    providerTimeMs: undefined,
    eventKey: createHash('sha256')
      .update([providerAccountId, id, state, 'query'].join('|'))
      .digest('base64url'),
    raw: `query_sm_resp id:${id.slice(0, 64)} message_state:${state} error_code:${errorCode}`,
  }
}

const TYPE = 0x3c
const RECEIPT = 0x04
const INTERMEDIATE = 0x20

/** The fields of a receipt's text that are read, by their names there; SMSCs separate them in different ways. */
const FIELDS = {
  id: /\bid[:=]\s*([^\s,;|]{1,64})/i,
  sub: /\bsub[:=]\s*(\d{1,4})/i,
  dlvrd: /\bdlvrd[:=]\s*(\d{1,4})/i,
  'submit date': /\bsubmit[ _]date[:=]\s*(\d{6,14})/i,
  'done date': /\bdone[ _]date[:=]\s*(\d{6,14})/i,
  stat: /\bstat[:=]\s*([A-Za-z]{1,16})/i,
  err: /\berr[:=]\s*([0-9A-Za-z]{1,16})/i,
}

type Fields = Readonly<Partial<Record<keyof typeof FIELDS, string>>>

/** The fields in a receipt's text, except the repeated message text, which isn't read. */
const fieldsIn = (text: string): Fields => {
  const head = text.split(/\btext[:=]/i, 1)[0] ?? ''
  const found = Object.entries(FIELDS).flatMap(([name, form]) => {
    const value = form.exec(head)?.[1]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}

/** The identifier outside the text: some SMSCs terminate it with a null byte, and some don't. */
const receiptedIdIn = (pdu: IncomingPdu): string =>
  (bytesIn(pdu, 'receipted_message_id')?.toString('latin1') ?? '').split('\0', 1)[0]?.slice(0, 64) ?? ''

/** Whether a `deliver_sm` or `data_sm` is a receipt. An inbound text that looks like a receipt isn't one. */
export const isReceipt = (pdu: IncomingPdu): boolean => {
  const type = (numberIn(pdu, 'esm_class') ?? 0) & TYPE
  return type === RECEIPT || type === INTERMEDIATE || receiptedIdIn(pdu) !== ''
}

/** The identifier in the number base of submit responses. */
const inAnswersBase = (id: string, receiptId: SmppSettings['receiptId']): string => {
  if (receiptId === 'hex-to-decimal' && /^[0-9a-f]{1,32}$/i.test(id)) return BigInt(`0x${id}`).toString()
  if (receiptId === 'decimal-to-hex' && /^[0-9]{1,38}$/.test(id)) return BigInt(id).toString(16)
  return id
}

/** The fate by the account's own words, then by the state, then by the usual words; undefined if unknown. */
const fateOf = (pdu: IncomingPdu, stat: string | undefined, statMap: StatMap): Fate | undefined => {
  if (((numberIn(pdu, 'esm_class') ?? 0) & TYPE) === INTERMEDIATE) return ON_ITS_WAY
  const own = stat === undefined ? undefined : statMap.get(stat.toLowerCase())
  if (own !== undefined)
    return isStatus(own)
      ? [own, own === 'undelivered' ? 'recipient_unreachable' : undefined]
      : ['undelivered', own]
  const state = numberIn(pdu, 'message_state')
  const byState = state === undefined ? undefined : BY_STATE[state]
  return byState ?? BY_WORD[(stat ?? '').slice(0, 5).toUpperCase()]
}

/** The addresses as they were written. SMSCs disagree about the recipient's place and its form. */
const addressesOf = (pdu: IncomingPdu): readonly string[] =>
  ['source_addr', 'destination_addr'].map((name) => textIn(pdu, name).slice(0, 21))

/** UCS-2 is read as such: some SMSCs write even receipts in it. */
const bodyOf = (pdu: IncomingPdu): string => {
  const short = bytesIn(pdu, 'short_message')
  const bytes = short !== undefined && short.length > 0 ? short : bytesIn(pdu, 'message_payload')
  const { alphabet, octets } = readInbound(pdu, { defaultAlphabet: 'latin1' })
  return alphabet.name === 'ucs2' ? smsText([{ alphabet, octets }]) : (bytes?.toString('latin1') ?? '')
}

/** The SMSC's error code with its status, or the status if there is no error. */
const reasonIn = ({ stat, err }: Fields, state: number | undefined): ProviderReason | undefined => {
  const word = stat ?? (state === undefined ? undefined : `message_state ${state}`)
  return err === undefined || /^0*$/.test(err) ? providerReason(word) : providerReason(err, word)
}

/** A receipt, as far as it was understood. */
interface ReceiptReading {
  /** Undefined: it names no message. */
  readonly report: ReceiptReport | undefined
  /** Undefined: it was understood completely. */
  readonly unread: UnreadReport | undefined
}

/** The fields and parameters that were read, without the addresses and the message's text. */
const evidenceOf = (pdu: IncomingPdu, fields: Fields, receiptedId: string): string => {
  const state = numberIn(pdu, 'message_state')
  const evidence = {
    ...fields,
    ...(receiptedId === '' ? {} : { id: receiptedId }),
    ...(receiptedId !== '' && fields.id !== undefined && fields.id !== receiptedId
      ? { 'id in text': fields.id }
      : {}),
    ...(state === undefined ? {} : { message_state: `${state}` }),
  }
  return Object.entries(evidence)
    .map(([name, value]) => `${name}:${value}`)
    .join(' ')
}

const unreadOf = (
  providerAccountId: ProviderAccountId,
  named: string | undefined,
  isKnown: boolean,
  raw: string,
  { command, fields }: IncomingPdu,
): UnreadReport | undefined => {
  if (named !== undefined && isKnown) return undefined
  const coding = String(fields['data_coding'])
  const detail =
    named === undefined
      ? `a delivery report over SMPP (${command}, data_coding ${coding}) names no message`
      : 'a delivery report over SMPP has an unknown status; the setting statMap can define it'
  return { providerAccountId, detail, raw }
}

/**
 * Reads a receipt; unread fields are kept as evidence, and nothing of the message's text is stored. An unknown
 * status counts as on its way.
 */
export const readReceipt = (
  pdu: IncomingPdu,
  providerAccountId: ProviderAccountId,
  { receiptId, errorMap, statMap }: ReceiptForm,
): ReceiptReading => {
  const body = bodyOf(pdu)
  const fields = fieldsIn(body)
  const [receiptedId, addresses] = [receiptedIdIn(pdu), addressesOf(pdu)]
  const named = receiptedId || fields.id
  const fate = fateOf(pdu, fields.stat, statMap)
  const raw = evidenceOf(pdu, fields, receiptedId)
  const unread = unreadOf(providerAccountId, named, fate !== undefined, raw, pdu)
  if (named === undefined) return { report: undefined, unread }
  const [status, usual] = fate ?? ON_ITS_WAY
  const isFailed = status === 'undelivered'
  const mapped = fields.err === undefined ? undefined : errorMap.get(errorName(fields.err))
  const failureCode = isFailed ? (mapped ?? usual) : undefined
  const state = numberIn(pdu, 'message_state')
  const other = receiptedId !== '' && fields.id !== receiptedId ? fields.id : undefined
  const identity = [
    providerAccountId,
    named,
    state,
    fields.stat,
    fields.err,
    fields['done date'],
    ...addresses,
  ]
  const report = {
    providerAccountId,
    messageId: undefined,
    providerMessageId: inAnswersBase(named, receiptId),
    otherMessageId: other === undefined ? undefined : inAnswersBase(other, receiptId),
    recipient: undefined,
    addresses,
    status,
    failureCode,
    ...present({ reason: isFailed ? reasonIn(fields, state) : undefined }),
    ...(failureCode === 'recipient_blocked' && { suppresses: 'blocked' as const }),
    providerTimeMs: undefined,
    eventKey: createHash('sha256').update(identity.join('|')).digest('base64url'),
    raw,
  }
  return { report, unread }
}
