import type { Message } from '../messages/message.js'
import {
  type BillingStatus,
  canMove,
  type FailureCode,
  type MessageState,
} from '../../../kernel/messages/message-state.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/** When somebody has to look at a message again. */
export type Due = EpochMs | 'never' | 'as before'

/** A message on its way through one decision. */
export interface Progress {
  readonly message: Message
  readonly due: Due
  /** The accounts that a parked message waits for. It isn't claimed before one of them is tried or it is due. */
  readonly waitsFor?: readonly ProviderAccountId[]
}

/**
 * When a message changed: now, and never before it changed last. Processes' times differ by milliseconds, and no state
 * may look older than the acceptance.
 */
export const changedAt = ({ updatedAtMs }: Pick<Message, 'updatedAtMs'>, nowMs: EpochMs): EpochMs =>
  Math.max(nowMs, updatedAtMs)

/**
 * Moves the message if the table allows it; the same progress back if not (docs/contract#message-states: only
 * forward). Whatever state it moves to, nothing is sent of it any more: what was sealed is erased
 * (docs/contract#otp-request).
 */
export const moveTo = (
  progress: Progress,
  state: MessageState,
  nowMs: EpochMs,
  failureCode?: FailureCode,
): Progress => {
  if (!canMove(progress.message.state, state)) return progress
  const left = {
    sealedVariables: undefined,
    leaseUntilMs: 0,
    updatedAtMs: changedAt(progress.message, nowMs),
  }
  const message = { ...progress.message, ...left, state, failureCode }
  return { message, due: 'never' }
}

/** Closes the message's money once; a second closing changes nothing. */
export const close = (progress: Progress, billing: Exclude<BillingStatus, 'provisional'>): Progress =>
  progress.message.billing === 'provisional'
    ? { ...progress, message: { ...progress.message, billing } }
    : progress

/** Says when the message is looked at again. */
export const dueAt = ({ message }: Progress, due: Due): Progress => ({ message, due })

/** Parks the message until one of the accounts is tried or works again, and no longer than to the end of its validity. */
export const parkedFor = ({ message }: Progress, waitsFor: readonly ProviderAccountId[]): Progress => ({
  message,
  // Whole seconds: messages that are parked together are written together.
  due: Math.ceil(message.expiresAtMs / SECOND_MS) * SECOND_MS,
  waitsFor,
})
