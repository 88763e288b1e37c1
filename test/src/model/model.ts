import type { Channel } from '@postrider/core/channels/channels'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { BillingStatus, MessageState } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { RefusalTag } from '@postrider/core/kernel/refusals/refusal'
import { dayOf, monthOf } from './calendar.js'

/** The price of each channel of a run, and when it is charged: one on submit, the other on delivery. */
export const PRICES = {
  sms: { unitAmountMinor: 25, chargeOn: 'submitted' },
  whatsapp: { unitAmountMinor: 40, chargeOn: 'delivered' },
} as const

/** The channels with a price. The credential of a run lacks the third. */
export type PricedChannel = keyof typeof PRICES

/** How long a message without an OTP can wait for a provider. */
const VALIDITY_MS = 48 * 3_600_000

/** One requested message. */
export interface Wish {
  readonly channel: Channel
  /** The index of the run's number. */
  readonly to: number
  /** With two segments, if it is an SMS. */
  readonly isLong: boolean
  /** Whether its template exists. */
  readonly hasTemplate: boolean
}

export interface ModelMessage {
  readonly channel: PricedChannel
  readonly to: number
  readonly amountMinor: number
  readonly acceptedAtMs: number
  readonly expiresAtMs: number
  readonly key: string
  readonly isOtp: boolean
  /** Known after the service has returned it. */
  messageId: MessageId | undefined
  state: MessageState
  billing: BillingStatus
  /** The number of submits to a provider. */
  calls: number
  isTaken: boolean
  /** The provider's events that were reported. */
  readonly events: Set<string>
  /**
   * Reports that the service can't match yet: of an account that wasn't given the message, or with an unknown
   * reference.
   */
  early: Array<{ readonly status: ReceiptStatus; readonly by: 'us' | 'provider' }>
}

export interface ModelChallenge {
  readonly message: ModelMessage
  readonly createdAtMs: number
  readonly expiresAtMs: number
  attempts: number
  state: 'PENDING' | 'VERIFIED' | 'LOCKED'
  verifiedAtMs: number | undefined
  verifiedUnder: string | undefined
}

/** A blocking budget of a day or a month, for everything or for one channel. */
export interface ModelBudget {
  readonly limitMinor: number
  readonly period: 'day' | 'month'
  readonly channel: PricedChannel | undefined
}

/** The expected state of one tenant. Amounts aren't stored but added up from its messages. */
export interface Model {
  nowMs: number
  isSuspended: boolean
  budget: ModelBudget | undefined
  readonly creditsMinor: number[]
  readonly messages: ModelMessage[]
  /** By operation and key, and for items of batches by their position too. */
  readonly keys: Map<string, { readonly material: string; readonly message: ModelMessage }>
  /** The content of each batch with an accepted item. */
  readonly batches: Map<string, string>
  readonly challenges: ModelChallenge[]
  /** The time of the outbox's last read for waiting OTPs, and how long the oldest had waited. */
  lastLook: { readonly atMs: number; readonly waitedMs: number } | undefined
}

export type Verdict =
  | {
      readonly _tag: 'Refused'
      readonly as: RefusalTag | 'Overloaded'
      readonly retryAfterMs?: number | undefined
    }
  | { readonly _tag: 'Accepted'; readonly message: ModelMessage; readonly replayed: boolean }

export const newModel = (nowMs: number): Model => ({
  nowMs,
  isSuspended: false,
  budget: undefined,
  creditsMinor: [],
  messages: [],
  keys: new Map(),
  batches: new Map(),
  challenges: [],
  lastLook: undefined,
})

export const refused = (as: RefusalTag | 'Overloaded', retryAfterMs?: number): Verdict => ({
  _tag: 'Refused',
  as,
  retryAfterMs,
})

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The account, and the number of its ledger's entries. */
export const figuresOf = ({ creditsMinor, messages }: Model) => {
  const inState = (billing: BillingStatus): number =>
    sum(messages.filter((message) => message.billing === billing).map(({ amountMinor }) => amountMinor))
  const postedMinor = sum(creditsMinor) - inState('settled')
  const reservedMinor = inState('provisional')
  const closed = messages.filter(({ billing }) => billing !== 'provisional').length
  const entries = creditsMinor.length + messages.length + closed
  return { postedMinor, reservedMinor, availableMinor: postedMinor - reservedMinor, entries }
}

/** The held or settled money of the budget's messages accepted in its present period. */
export const budgetUsed = ({ messages, nowMs }: Model, { period, channel }: ModelBudget): number => {
  const periodOf = period === 'day' ? dayOf : monthOf
  const counted = messages.filter(
    (message) =>
      message.billing !== 'released' &&
      periodOf(message.acceptedAtMs) === periodOf(nowMs) &&
      (channel === undefined || channel === message.channel),
  )
  return sum(counted.map(({ amountMinor }) => amountMinor))
}

const isOverBudget = (model: Model, channel: Channel, amountMinor: number): boolean => {
  const { budget } = model
  if (budget === undefined || (budget.channel !== undefined && budget.channel !== channel)) return false
  return budgetUsed(model, budget) + amountMinor > budget.limitMinor
}

/** The refusals of a message before limits and money are checked. */
const refusalOf = (model: Model, { channel, hasTemplate }: Wish): RefusalTag | undefined => {
  if (channel === 'email') return 'ChannelNotGranted'
  if (model.isSuspended) return 'OrganizationSuspended'
  return hasTemplate ? undefined : 'TemplateUnavailable'
}

/** The OTP fields of a message. */
interface OtpWish {
  readonly ttlMs: number
  readonly waitMs: number
}

/**
 * Accepts one message with a key, or returns the refusal, in the order of docs/api/sending#order-of-checks.
 */
export const judge = (model: Model, key: string, wish: Wish, otp?: OtpWish): Verdict => {
  const material = JSON.stringify([wish, otp?.ttlMs])
  const earlier = model.keys.get(key)
  if (earlier !== undefined)
    return earlier.material === material
      ? { _tag: 'Accepted', message: earlier.message, replayed: true }
      : refused('IdempotencyConflict')
  const { channel, isLong, to } = wish
  const against = refusalOf(model, wish)
  if (against !== undefined || channel === 'email') return refused(against ?? 'ChannelNotGranted')
  if (otp !== undefined && otp.waitMs > 0) return refused('TooManyRequests', otp.waitMs)
  const amountMinor = PRICES[channel].unitAmountMinor * (isLong && channel === 'sms' ? 2 : 1)
  if (isOverBudget(model, channel, amountMinor)) return refused('BudgetExceeded')
  if (amountMinor > figuresOf(model).availableMinor) return refused('InsufficientBalance')
  const message: ModelMessage = {
    channel,
    to,
    amountMinor,
    key,
    acceptedAtMs: model.nowMs,
    expiresAtMs: model.nowMs + (otp?.ttlMs ?? VALIDITY_MS),
    isOtp: otp !== undefined,
    messageId: undefined,
    state: 'ACCEPTED',
    billing: 'provisional',
    calls: 0,
    isTaken: false,
    events: new Set(),
    early: [],
  }
  model.messages.push(message)
  model.keys.set(key, { material, message })
  return { _tag: 'Accepted', message, replayed: false }
}

/** A single message. Its channel is checked before its key. */
export const send = (model: Model, key: string, wish: Wish): Verdict =>
  wish.channel === 'email' ? refused('ChannelNotGranted') : judge(model, `messages/${key}`, wish)

/** The items of a batch, with only one verdict if the whole batch is refused. */
export const sendBatch = (
  model: Model,
  key: string,
  wishes: readonly Wish[],
): Verdict | readonly Verdict[] => {
  const material = JSON.stringify(wishes)
  const earlier = model.batches.get(key)
  if (earlier !== undefined && earlier !== material) return refused('IdempotencyConflict')
  const whole = wishes
    .map((wish) => refusalOf(model, wish))
    .find((tag) => tag !== undefined && tag !== 'ChannelNotGranted')
  if (earlier === undefined && whole !== undefined) return refused(whole)
  const verdicts = wishes.map((wish, place) => judge(model, `batch/${key}/${place}`, wish))
  if (verdicts.some(({ _tag }) => _tag === 'Accepted')) model.batches.set(key, material)
  return verdicts
}

/** The messages of every operation with a key. */
export const messagesUnder = ({ messages }: Model, key: string): readonly ModelMessage[] =>
  messages.filter((message) => message.key.split('/')[1] === key)
