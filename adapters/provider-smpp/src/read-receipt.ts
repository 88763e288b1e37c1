import { createHash } from 'node:crypto'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptReport, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { providerReason, type ProviderReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { errorName } from './code-maps.js'
import { bytesIn, type IncomingPdu, numberIn, textIn } from './pdu.js'
import type { SmppSettings } from './smpp-settings.js'
import { present } from '@postrider/core/kernel/present'

/** The account settings for reading receipts. */
export type ReceiptForm = Pick<SmppSettings, 'receiptId' | 'errorMap'>

type Fate = readonly [ReceiptStatus, FailureCode | undefined]

const ON_ITS_WAY: Fate = ['accepted', undefined]
const DELIVERED: Fate = ['delivered', undefined]
const UNREACHABLE: Fate = ['undelivered', 'recipient_unreachable']
const REJECTED: Fate = ['undelivered', 'provider_rejected']

/** By `message_state` (SMPP 3.4, 5.2.28). */
const BY_STATE: readonly Fate[] = [ON_ITS_WAY, ON_ITS_WAY, DELIVERED, UNREACHABLE, REJECTED, UNREACHABLE,
  ON_ITS_WAY, ON_ITS_WAY, REJECTED, REJECTED] // prettier-ignore

/** By the start of `stat:` (SMPP 3.4, appendix B), because some SMSCs write the word in full. */
const BY_WORD: Readonly<Record<string, Fate>> = {
  DELIV: DELIVERED,
  EXPIR: UNREACHABLE,
  UNDEL: UNREACHABLE,
  DELET: REJECTED,
  REJEC: REJECTED,
  SKIPP: REJECTED,
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
const INTERNATIONAL = 1

/** The fields of a receipt's text that are read, by their names there. */
const FIELDS = {
  id: /\bid:\s*([^\s]{1,64})/i,
  sub: /\bsub:\s*(\d{1,4})/i,
  dlvrd: /\bdlvrd:\s*(\d{1,4})/i,
  'submit date': /\bsubmit date:\s*(\d{6,14})/i,
  'done date': /\bdone date:\s*(\d{6,14})/i,
  stat: /\bstat:\s*([A-Za-z]{1,16})/i,
  err: /\berr:\s*([0-9A-Za-z]{1,16})/i,
}

type Field = keyof typeof FIELDS

/** The fields in a receipt's text, except the repeated message text, which isn't read. */
const fieldsIn = (text: string): Readonly<Partial<Record<Field, string>>> => {
  const head = text.split(/\btext:/i, 1)[0] ?? ''
  const found = Object.entries(FIELDS).flatMap(([name, form]) => {
    const value = form.exec(head)?.[1]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}

/** The identifier outside the text: some SMSCs terminate it with a null byte, and some don't. */
const receiptedIdIn = (pdu: IncomingPdu): string =>
  (bytesIn(pdu, 'receipted_message_id')?.toString('latin1') ?? '').split('\0', 1)[0]?.slice(0, 64) ?? ''

/** Whether a `deliver_sm` is a receipt. An inbound text that looks like a receipt isn't one. */
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

const fateOf = (pdu: IncomingPdu, stat: string | undefined): Fate => {
  if (((numberIn(pdu, 'esm_class') ?? 0) & TYPE) === INTERMEDIATE) return ON_ITS_WAY
  const state = numberIn(pdu, 'message_state')
  const byState = state === undefined ? undefined : BY_STATE[state]
  return byState ?? BY_WORD[(stat ?? '').slice(0, 5).toUpperCase()] ?? ON_ITS_WAY
}

const recipientOf = (pdu: IncomingPdu): string | undefined => {
  const digits = textIn(pdu, 'source_addr').replace(/^\+/, '')
  const isInternational = numberIn(pdu, 'source_addr_ton') === INTERNATIONAL
  return isInternational && /^[1-9][0-9]{6,14}$/.test(digits) ? `+${digits}` : undefined
}

const bodyOf = (pdu: IncomingPdu): string => {
  const short = bytesIn(pdu, 'short_message')
  const bytes = short !== undefined && short.length > 0 ? short : bytesIn(pdu, 'message_payload')
  return bytes?.toString('latin1') ?? ''
}

/** The SMSC's error code with its status, or the status if there is no error. */
const reasonIn = (
  { stat, err }: Readonly<Partial<Record<Field, string>>>,
  state: number | undefined,
): ProviderReason | undefined => {
  const word = stat ?? (state === undefined ? undefined : `message_state ${state}`)
  return err === undefined || /^0*$/.test(err) ? providerReason(word) : providerReason(err, word)
}

/** Reads a receipt; unread fields are kept as evidence, and nothing of the message's text is stored. */
export const readReceipt = (
  pdu: IncomingPdu,
  providerAccountId: ProviderAccountId,
  { receiptId, errorMap }: ReceiptForm,
): ReceiptReport => {
  const fields = fieldsIn(bodyOf(pdu))
  const named = receiptedIdIn(pdu) || fields.id
  const providerMessageId = named === undefined ? undefined : inAnswersBase(named, receiptId)
  const [status, usual] = fateOf(pdu, fields.stat)
  const mapped = fields.err === undefined ? undefined : errorMap.get(errorName(fields.err))
  const isFailed = status === 'undelivered'
  const state = numberIn(pdu, 'message_state')
  const evidence = {
    ...fields,
    ...present({ id: named }),
    ...(state === undefined ? {} : { message_state: `${state}` }),
  }
  const what = named ?? bodyOf(pdu)
  const failureCode = status === 'undelivered' ? (mapped ?? usual) : undefined
  const identity = [providerAccountId, what, state, fields.stat, fields.err, fields['done date']].join('|')
  return {
    providerAccountId,
    messageId: undefined,
    providerMessageId,
    recipient: recipientOf(pdu),
    status,
    failureCode,
    ...present({ reason: isFailed ? reasonIn(fields, state) : undefined }),
    ...(failureCode === 'recipient_blocked' && { suppresses: 'blocked' as const }),
    providerTimeMs: undefined,
    eventKey: createHash('sha256').update(identity).digest('base64url'),
    raw: Object.entries(evidence)
      .map(([name, value]) => `${name}:${value}`)
      .join(' '),
  }
}
