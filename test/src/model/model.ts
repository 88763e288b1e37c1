import type { Channel } from '@postrider/core/channels/channels'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { BillingStatus, MessageState } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { RefusalTag } from '@postrider/core/kernel/refusals/refusal'
import { dayOf, monthOf } from './calendar.js'

/** What each channel of a run costs, and when: one is charged on submit, the other on delivery. */
export const PRICES = {
  sms: { unitAmountMinor: 25, chargeOn: 'submitted' },
  whatsapp: { unitAmountMinor: 40, chargeOn: 'delivered' },
} as const

/** The channels that can be paid for; the credential of a run lacks the third. */
export type PricedChannel = keyof typeof PRICES

/** How long a message that is no OTP may wait for a provider. */
const VALIDITY_MS = 48 * 3_600_000

/** One message that somebody wants to send. */
export interface Wish {
  readonly channel: Channel
  /** Which of the run's numbers. */
  readonly to: number
  /** Of two segments, where it is an SMS. */
  readonly isLong: boolean
  /** Whether its template is there. */
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
  /** Known once the service has named it. */
  messageId: MessageId | undefined
  state: MessageState
  billing: BillingStatus
  /** How often a provider was asked to take it. */
  calls: number
  isTaken: boolean
  /** The provider's events that were reported. */
  readonly events: Set<string>
  /** Reports that the service cannot tell yet: of an account that was not given the message, or under a reference that is not known. */
  early: Array<{ readonly status: ReceiptStatus; readonly by: 'us' | 'provider' }>
}

export interface ModelChallenge {
  readonly message: ModelMessage
  readonly createdAtMs: number
  readonly expiresAtMs: number
  attempts: number
  state: 'PENDING' | 'VERIFIED' | 'LOCKED' | 'SUPERSEDED'
  verifiedAtMs: number | undefined
  verifiedUnder: string | undefined
}

/** A blocking budget of a day or a month, of everything or of one channel. */
export interface ModelBudget {
  readonly limitMinor: number
  readonly period: 'day' | 'month'
  readonly channel: PricedChannel | undefined
}

/** One tenant as it should be. Sums are not kept but added up from its messages. */
export interface Model {
  nowMs: number
  isSuspended: boolean
  budget: ModelBudget | undefined
  readonly creditsMinor: number[]
  readonly messages: ModelMessage[]
  /** By operation and key, items of batches by their place too. */
  readonly keys: Map<string, { readonly material: string; readonly message: ModelMessage }>
  /** The material of each batch of which something was accepted. */
  readonly batches: Map<string, string>
  readonly challenges: ModelChallenge[]
  /** When the outbox was last looked at for OTPs that wait, and how long the oldest had waited. */
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

/** The account, and how many entries its ledger has. */
export const figuresOf = ({ creditsMinor, messages }: Model) => {
  const inState = (billing: BillingStatus): number =>
    sum(messages.filter((message) => message.billing === billing).map(({ amountMinor }) => amountMinor))
  const postedMinor = sum(creditsMinor) - inState('settled')
  const reservedMinor = inState('provisional')
  const closed = messages.filter(({ billing }) => billing !== 'provisional').length
  const entries = creditsMinor.length + messages.length + closed
  return { postedMinor, reservedMinor, availableMinor: postedMinor - reservedMinor, entries }
}

/** What is held or settled of the budget's messages accepted in its present period. */
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

/** What stands against a message before anybody looks at limits and money. */
const refusalOf = (model: Model, { channel, hasTemplate }: Wish): RefusalTag | undefined => {
  if (channel === 'email') return 'ChannelNotGranted'
  if (model.isSuspended) return 'OrganizationSuspended'
  return hasTemplate ? undefined : 'TemplateUnavailable'
}

/** What makes a message an OTP's. */
interface OtpWish {
  readonly ttlMs: number
  readonly waitMs: number
}

/** Accepts one message under a key, or says why not, in the order of docs/contract#order-of-checks. */
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

/** A single message; its channel is looked at before its key. */
export const send = (model: Model, key: string, wish: Wish): Verdict =>
  wish.channel === 'email' ? refused('ChannelNotGranted') : judge(model, `messages/${key}`, wish)

/** The items of a batch; one verdict alone where the whole batch is refused. */
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

/** The messages of every operation under a key. */
export const messagesUnder = ({ messages }: Model, key: string): readonly ModelMessage[] =>
  messages.filter((message) => message.key.split('/')[1] === key)
