import type { BillingStatus, MessageState } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import { type Model, type ModelMessage, PRICES } from './model.js'

/** The provider's present behavior in a run. */
export type ProviderMode = 'taken' | 'refused' | 'unknown'

const OPEN: readonly MessageState[] = ['ACCEPTED', 'UNCONFIRMED']
const UNDER_WAY: readonly MessageState[] = [...OPEN, 'SUBMITTED']

const move = (message: ModelMessage, state: MessageState, billing: BillingStatus): void => {
  message.state = state
  if (message.billing === 'provisional') message.billing = billing
}

const isChargedOnSubmit = ({ channel }: ModelMessage): boolean => PRICES[channel].chargeOn === 'submitted'

/** A report's effect on its message: forward only, and money once (docs/api/delivery#delivery-reports). */
const apply = (message: ModelMessage, status: ReceiptStatus): void => {
  const onSubmit = isChargedOnSubmit(message)
  const isUnderWay = UNDER_WAY.includes(message.state)
  if (status === 'accepted' && OPEN.includes(message.state))
    move(message, 'SUBMITTED', onSubmit ? 'settled' : 'provisional')
  if (status === 'undelivered' && isUnderWay) move(message, 'UNDELIVERED', onSubmit ? 'settled' : 'released')
  if (status === 'delivered' && isUnderWay) move(message, 'DELIVERED', 'settled')
  if (status === 'read' && (isUnderWay || message.state === 'DELIVERED')) move(message, 'READ', 'settled')
}

/**
 * Whether the service can find the message: it was given to the account, and our id or the provider's is
 * known.
 */
const isKnown = ({ calls, isTaken }: ModelMessage, by: 'us' | 'provider'): boolean =>
  isTaken || (by === 'us' && calls > 0)

/** A provider's report, with our reference or its own. The service may not know it yet, or not trust it. */
export const report = (
  message: ModelMessage,
  status: ReceiptStatus,
  event: string,
  by: 'us' | 'provider',
): void => {
  if (message.events.has(event)) return
  message.events.add(event)
  if (isKnown(message, by)) apply(message, status)
  else message.early.push({ status, by })
}

/** Applies earlier reports that can be matched now. */
const applyEarly = (message: ModelMessage): void => {
  const early = message.early.splice(0)
  message.early.push(...early.filter(({ by }) => !isKnown(message, by)))
  for (const { status, by } of early) if (isKnown(message, by)) apply(message, status)
}

const call = (message: ModelMessage, mode: ProviderMode): void => {
  message.calls += 1
  message.isTaken = mode === 'taken'
  if (mode === 'refused') move(message, 'FAILED', 'released')
  if (mode === 'unknown') move(message, 'UNCONFIRMED', 'provisional')
  if (mode === 'taken') move(message, 'SUBMITTED', isChargedOnSubmit(message) ? 'settled' : 'provisional')
  applyEarly(message)
}

/** Dispatches every waiting message, or ends it if it can no longer be sent. */
export const dispatch = ({ messages, nowMs, isSuspended }: Model, mode: ProviderMode): void => {
  for (const message of messages.filter(({ state }) => state === 'ACCEPTED')) {
    if (nowMs >= message.expiresAtMs) move(message, 'EXPIRED', 'released')
    else if (isSuspended) move(message, 'CANCELLED', 'released')
    else call(message, mode)
  }
}
