import type { Message } from '../messages/message.js'
import {
  type BillingStatus,
  canMove,
  type FailureCode,
  type MessageState,
} from '../../../kernel/messages/message-state.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ProviderReason } from '../../../providers/domain/calls/provider-reason.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/** When a message is due again. */
export type Due = EpochMs | 'never' | 'as before'

/** A message during one decision. */
export interface Progress {
  readonly message: Message
  readonly due: Due
  /** The accounts that a parked message waits for. It isn't claimed before one of them is tried or it is due. */
  readonly waitsFor?: readonly ProviderAccountId[]
}

/**
 * The time of a message's change: now, but not before its previous change. Process clocks differ by
 * milliseconds, and no state may look older than the acceptance.
 */
export const changedAt = ({ updatedAtMs }: Pick<Message, 'updatedAtMs'>, nowMs: EpochMs): EpochMs =>
  Math.max(nowMs, updatedAtMs)

/**
 * Moves the message if the state table allows it, and returns the same progress otherwise
 * (docs/api/sending#message-states: only forward). Messages aren't sent after any such move, so the sealed
 * variables are erased (docs/api/otp#otp-request).
 */
export const moveTo = (
  progress: Progress,
  state: MessageState,
  nowMs: EpochMs,
  failureCode?: FailureCode,
  providerReason?: ProviderReason,
): Progress => {
  if (!canMove(progress.message.state, state)) return progress
  const left = {
    sealedVariables: undefined,
    leaseUntilMs: 0,
    updatedAtMs: changedAt(progress.message, nowMs),
  }
  const message = { ...progress.message, ...left, state, failureCode, providerReason }
  return { message, due: 'never' }
}

/** Closes the message's money once; a second closing changes nothing. */
export const close = (progress: Progress, billing: Exclude<BillingStatus, 'provisional'>): Progress =>
  progress.message.billing === 'provisional'
    ? { ...progress, message: { ...progress.message, billing } }
    : progress

/** Sets when the message is due again. */
export const dueAt = ({ message }: Progress, due: Due): Progress => ({ message, due })

/** Parks the message until one of the accounts is tried or works again, at most until its validity ends. */
export const parkedFor = ({ message }: Progress, waitsFor: readonly ProviderAccountId[]): Progress => ({
  message,
  // Whole seconds: messages that are parked together are written together.
  due: Math.ceil(message.expiresAtMs / SECOND_MS) * SECOND_MS,
  waitsFor,
})
