import type { Message } from '../messages/message.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { backoffMs, LONGEST_MS, mayCallAgain } from '../../../providers/domain/calls/backoff.js'
import { deadUntilMs } from '../../../providers/domain/calls/dead-letter.js'
import { RECONCILIATION_WINDOW_MS } from '../../../providers/domain/calls/past-check.js'
import type { ProviderReason } from '../../../providers/domain/calls/provider-reason.js'
import type { CallOutcome } from '../../../providers/domain/calls/outcome.js'
import { changedAt, close, type Due, dueAt, moveTo, parkedFor, type Progress } from './progress.js'
import type { DecidedOutcome, Ending, GiveBackCause } from './report.js'

/** The interval between two questions to a provider about an unknown outcome. */
const ASK_AGAIN_MS = 5 * MINUTE_MS

/** The end of the wait for a delivery report. */
const windowEndMs = ({ updatedAtMs }: Message): EpochMs => updatedAtMs + RECONCILIATION_WINDOW_MS

const isHeld = ({ state, billing }: Message): boolean => state === 'SUBMITTED' && billing === 'provisional'

/**
 * A provider took the message. Its money is charged now, or the message stays on the list until a report
 * comes or the hold ends. It also stays on the list while a provider that can be asked has reported nothing
 * final.
 */
export const taken = (progress: Progress, nowMs: EpochMs, askAfterMs?: number): Progress => {
  const moved = moveTo(progress, 'SUBMITTED', nowMs)
  const now = moved.message.charge.chargeOn === 'submitted' ? close(moved, 'settled') : moved
  const endMs = windowEndMs(now.message)
  if (moved !== progress && askAfterMs !== undefined) return dueAt(now, Math.min(nowMs + askAfterMs, endMs))
  return isHeld(now.message) ? dueAt(now, endMs) : now
}

/**
 * The provider was asked for a report. The next question follows when the message is twice as old, until the
 * reconciliation window ends.
 */
const afterStatusQuery = (progress: Progress, nowMs: EpochMs): Progress => {
  const { message } = progress
  const endMs = windowEndMs(message)
  const againMs = nowMs + Math.max(MINUTE_MS, nowMs - message.updatedAtMs)
  if (againMs < endMs) return dueAt(progress, againMs)
  return dueAt(progress, isHeld(message) ? endMs : 'never')
}

/** The message fails without a provider having taken it: the reservation is released. */
const fail = (progress: Progress, code: FailureCode, nowMs: EpochMs, reason?: ProviderReason): Progress => {
  const moved = moveTo(progress, 'FAILED', nowMs, code, reason)
  return moved === progress ? progress : close(moved, 'released')
}

/** A waiting message with the reason of its last refusal. */
const refusedFor = ({ message, ...rest }: Progress, reason: ProviderReason | undefined): Progress => ({
  ...rest,
  message: { ...message, providerReason: reason },
})

const later = (progress: Progress, nowMs: EpochMs, chance: number, retryAfterMs = 0): Progress => {
  const { message } = progress
  const nextMs = Math.min(nowMs + backoffMs(message.attempt, chance, retryAfterMs), message.expiresAtMs)
  return { message: { ...message, leaseUntilMs: 0, updatedAtMs: changedAt(message, nowMs) }, due: nextMs }
}

/** No call was made under the current attempt, so it doesn't count as a call. */
const uncalled = ({ message, ...rest }: Progress): Progress => ({
  ...rest,
  message: { ...message, uncalled: message.uncalled + 1 },
})

/**
 * Uses up an attempt number without a call: the next account is tried, and the wait grows as after a call.
 */
const skipped = ({ message, ...rest }: Progress): Progress =>
  uncalled({ ...rest, message: { ...message, attempt: message.attempt + 1 } })

const free = ({ message }: Progress, nowMs: EpochMs, due: Due): Progress => ({
  message: { ...message, leaseUntilMs: 0, updatedAtMs: changedAt(message, nowMs) },
  due,
})

/**
 * No call was made, for a reason that isn't about the message. An UNCONFIRMED message is now known not to be
 * sent.
 */
const notCalled = (progress: Progress, nowMs: EpochMs, chance: number, isDueNow: boolean): Progress => {
  if (progress.message.state !== 'ACCEPTED') return fail(progress, 'outcome_unknown', nowMs)
  return isDueNow ? free(uncalled(progress), nowMs, nowMs) : later(uncalled(progress), nowMs, chance)
}

const unknown = (progress: Progress, nowMs: EpochMs): Progress => {
  const moved = moveTo(progress, 'UNCONFIRMED', nowMs)
  return dueAt(moved, Math.min(nowMs + ASK_AGAIN_MS, moved.message.updatedAtMs + RECONCILIATION_WINDOW_MS))
}

/**
 * Applies a call's outcome to its message. It changes only open messages; a message that has moved on (an
 * early delivery report) keeps its state.
 */
export const advanceByOutcome = (
  progress: Progress,
  outcome: CallOutcome,
  nowMs: EpochMs,
  chance: number,
  askAfterMs?: number,
): Progress => {
  const { state } = progress.message
  const mayRetry = state === 'ACCEPTED' && mayCallAgain(progress.message)
  if (state !== 'ACCEPTED' && state !== 'UNCONFIRMED') return progress
  switch (outcome._tag) {
    case 'Accepted':
      return taken(progress, nowMs, askAfterMs)
    case 'PermanentFailure':
      return fail(progress, outcome.failureCode, nowMs, outcome.reason)
    case 'RejectedByRoute':
    case 'TransientFailure':
      if (mayRetry)
        return outcome._tag === 'RejectedByRoute'
          ? free(refusedFor(progress, outcome.reason), nowMs, nowMs)
          : later(refusedFor(progress, outcome.reason), nowMs, chance, outcome.retryAfterMs)
      return state === 'ACCEPTED'
        ? fail(progress, 'attempts_exhausted', nowMs, outcome.reason)
        : fail(progress, 'outcome_unknown', nowMs)
    case 'NotAttempted':
      return notCalled(progress, nowMs, chance, outcome.isDueNow)
    case 'Deferred':
      if (outcome.isRepeat && state !== 'ACCEPTED') return progress
      return notCalled(progress, nowMs, chance, outcome.isDueNow)
    case 'Retry':
      return mayRetry ? later(progress, nowMs, chance) : unknown(progress, nowMs)
    case 'OutcomeUnknown':
      return unknown(progress, nowMs)
  }
}

/** Applies an ending that no provider reported to its message. */
export const advanceByEnding = (
  progress: Progress,
  ending: Ending,
  nowMs: EpochMs,
  chance: number,
): Progress => {
  const ends = (state: 'EXPIRED' | 'CANCELLED', code: FailureCode): Progress => {
    const moved = moveTo(progress, state, nowMs, code, progress.message.providerReason)
    return moved === progress ? progress : close(moved, 'released')
  }
  switch (ending._tag) {
    case 'Expired':
      return ends('EXPIRED', 'validity_expired')
    case 'Cancelled':
      return ends('CANCELLED', 'cancelled')
    case 'TemplateWithdrawn':
      return fail(progress, 'template_rejected', nowMs)
    case 'OutcomeUnknown':
      return progress.message.state === 'ACCEPTED' ? unknown(progress, nowMs) : progress
    case 'NeverConfirmed':
      return fail(progress, 'outcome_unknown', nowMs)
    case 'DeadLettered':
      return dueAt(progress, deadUntilMs(progress.message, nowMs))
    case 'Unreported':
      return progress.message.state === 'SUBMITTED' ? afterStatusQuery(progress, nowMs) : progress
    case 'ReservationExpired':
      return dueAt(close(progress, 'released'), 'never')
    case 'QueueFull':
      if (progress.message.state !== 'ACCEPTED') return progress
      return dueAt(progress, Math.min(Math.max(nowMs, ending.untilMs), progress.message.expiresAtMs))
    case 'OnHold':
    case 'RejectedByAllRoutes':
      if (progress.message.state !== 'ACCEPTED') return progress
      return dueAt(progress, Math.min(nowMs + LONGEST_MS, progress.message.expiresAtMs))
    case 'Parked':
      return progress.message.state === 'ACCEPTED' ? parkedFor(progress, ending.accountIds) : progress
    case 'NoProvider':
      if (progress.message.state !== 'ACCEPTED') return progress
      return dueAt(
        progress,
        Math.min(nowMs + backoffMs(progress.message.attempt + 3, chance), progress.message.expiresAtMs),
      )
  }
}

/**
 * Applies the giving back of a claimed message. The message is free at once, or a little later if an
 * immediate retry would give the same result. No attempt is used up. If the message waited for a slot and got
 * none, the next account is tried, unless an earlier call must be repeated at the same account.
 */
export const advanceByGivingBack = (
  progress: Progress,
  cause: GiveBackCause,
  isRepeat: boolean,
  nowMs: EpochMs,
  chance: number,
): Progress => {
  if (cause === 'stopping' || cause === 'unanswered') return free(progress, nowMs, nowMs)
  return later(cause === 'no slot' && !isRepeat ? skipped(progress) : progress, nowMs, chance)
}

/**
 * The message reached the handset or inbox: it is charged, whether the price charges on submission or
 * delivery.
 */
export const arrived = (progress: Progress, nowMs: EpochMs): Progress => {
  const moved = moveTo(progress, 'DELIVERED', nowMs)
  return moved === progress ? progress : close(moved, 'settled')
}

/** A provider took the message and gave up: it is charged if the price charges on submission. */
export const gaveUp = (
  progress: Progress,
  code: FailureCode,
  nowMs: EpochMs,
  reason?: ProviderReason,
): Progress => {
  const moved = moveTo(progress, 'UNDELIVERED', nowMs, code, reason)
  if (moved === progress) return progress
  return close(moved, moved.message.charge.chargeOn === 'submitted' ? 'settled' : 'released')
}

/**
 * Applies a super admin's decision to a message whose outcome is unknown (docs/api/admin#manual-resolution).
 * It has the same effect as the provider's report. Messages in any other state don't change.
 */
export const advanceByDecision = (progress: Progress, outcome: DecidedOutcome, nowMs: EpochMs): Progress => {
  if (progress.message.state !== 'UNCONFIRMED') return progress
  switch (outcome) {
    case 'submitted':
      return taken(progress, nowMs)
    case 'delivered':
      return arrived(progress, nowMs)
    case 'undelivered':
      return gaveUp(progress, 'recipient_unreachable', nowMs)
    case 'failed':
      return fail(progress, 'outcome_unknown', nowMs)
  }
}
