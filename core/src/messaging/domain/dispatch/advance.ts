import type { Message } from '../messages/message.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { backoffMs, LONGEST_MS, mayCallAgain } from '../../../providers/domain/calls/backoff.js'
import { deadUntilMs } from '../../../providers/domain/calls/dead-letter.js'
import { RECONCILIATION_WINDOW_MS } from '../../../providers/domain/calls/past-check.js'
import type { CallOutcome } from '../../../providers/domain/calls/outcome.js'
import { changedAt, close, type Due, dueAt, moveTo, parkedFor, type Progress } from './progress.js'
import type { DecidedOutcome, Ending, GiveBackCause } from './report.js'

/** How soon a provider that can be asked is asked again about an unknown outcome. */
const ASK_AGAIN_MS = 5 * MINUTE_MS

/** How long a provider's report is waited for. */
const windowEndMs = ({ updatedAtMs }: Message): EpochMs => updatedAtMs + RECONCILIATION_WINDOW_MS

const isHeld = ({ state, billing }: Message): boolean => state === 'SUBMITTED' && billing === 'provisional'

/**
 * The provider has it: charged now, or kept on the list until a report or the end of the hold; and as long as a provider that
 * may be asked has reported nothing final.
 */
export const taken = (progress: Progress, nowMs: EpochMs, askAfterMs?: number): Progress => {
  const moved = moveTo(progress, 'SUBMITTED', nowMs)
  const now = moved.message.charge.chargeOn === 'submitted' ? close(moved, 'settled') : moved
  const endMs = windowEndMs(now.message)
  if (moved !== progress && askAfterMs !== undefined) return dueAt(now, Math.min(nowMs + askAfterMs, endMs))
  return isHeld(now.message) ? dueAt(now, endMs) : now
}

/** Its provider was asked for a report: once more when the message is twice as old, until nobody waits for one any more. */
const afterStatusQuery = (progress: Progress, nowMs: EpochMs): Progress => {
  const { message } = progress
  const endMs = windowEndMs(message)
  const againMs = nowMs + Math.max(MINUTE_MS, nowMs - message.updatedAtMs)
  if (againMs < endMs) return dueAt(progress, againMs)
  return dueAt(progress, isHeld(message) ? endMs : 'never')
}

/** It ends without a provider having it: what was held is given back. */
const fail = (progress: Progress, code: FailureCode, nowMs: EpochMs): Progress => {
  const moved = moveTo(progress, 'FAILED', nowMs, code)
  return moved === progress ? progress : close(moved, 'released')
}

const later = (progress: Progress, nowMs: EpochMs, chance: number, retryAfterMs = 0): Progress => {
  const { message } = progress
  const nextMs = Math.min(nowMs + backoffMs(message.attempt, chance, retryAfterMs), message.expiresAtMs)
  return { message: { ...message, leaseUntilMs: 0, updatedAtMs: changedAt(message, nowMs) }, due: nextMs }
}

/** It was not called under its present attempt: that one does not count among its calls. */
const uncalled = ({ message, ...rest }: Progress): Progress => ({
  ...rest,
  message: { ...message, uncalled: message.uncalled + 1 },
})

/** A number without a call: the next account has its turn, and the wait grows as after a call. */
const skipped = ({ message, ...rest }: Progress): Progress =>
  uncalled({ ...rest, message: { ...message, attempt: message.attempt + 1 } })

const free = ({ message }: Progress, nowMs: EpochMs, due: Due): Progress => ({
  message: { ...message, leaseUntilMs: 0, updatedAtMs: changedAt(message, nowMs) },
  due,
})

/** Nobody was called: whatever it waited for is not about the message. Unconfirmed, it is known now that it was not sent. */
const notCalled = (progress: Progress, nowMs: EpochMs, chance: number, isDueNow: boolean): Progress => {
  if (progress.message.state !== 'ACCEPTED') return fail(progress, 'outcome_unknown', nowMs)
  return isDueNow ? free(uncalled(progress), nowMs, nowMs) : later(uncalled(progress), nowMs, chance)
}

const unknown = (progress: Progress, nowMs: EpochMs): Progress => {
  const moved = moveTo(progress, 'UNCONFIRMED', nowMs)
  return dueAt(moved, Math.min(nowMs + ASK_AGAIN_MS, moved.message.updatedAtMs + RECONCILIATION_WINDOW_MS))
}

/**
 * What a call's outcome makes of its message. Only an attempt that is still the message's present one, on a
 * message still open, decides anything; a message that has moved on (an early receipt) keeps what it has.
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
      return fail(progress, outcome.failureCode, nowMs)
    case 'RejectedByRoute':
    case 'TransientFailure':
      if (mayRetry)
        return outcome._tag === 'RejectedByRoute'
          ? free(progress, nowMs, nowMs)
          : later(progress, nowMs, chance, outcome.retryAfterMs)
      return fail(progress, state === 'ACCEPTED' ? 'attempts_exhausted' : 'outcome_unknown', nowMs)
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

/** What an ending without a provider's word makes of its message. */
export const advanceByEnding = (
  progress: Progress,
  ending: Ending,
  nowMs: EpochMs,
  chance: number,
): Progress => {
  const ends = (state: 'EXPIRED' | 'CANCELLED', code: FailureCode): Progress => {
    const moved = moveTo(progress, state, nowMs, code)
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
 * What giving a claimed message back makes of it: anybody's at once, or a little later where it would come to the same.
 * No attempt is used up. Where it waited in vain, the next account has its turn, unless an earlier call is to be repeated
 * at the one that it was made at.
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

/** It is at the handset or inbox: charged, whatever the price charges on. */
export const arrived = (progress: Progress, nowMs: EpochMs): Progress => {
  const moved = moveTo(progress, 'DELIVERED', nowMs)
  return moved === progress ? progress : close(moved, 'settled')
}

/** A provider had it and gave it up: charged where the price charges on submission. */
export const gaveUp = (progress: Progress, code: FailureCode, nowMs: EpochMs): Progress => {
  const moved = moveTo(progress, 'UNDELIVERED', nowMs, code)
  if (moved === progress) return progress
  return close(moved, moved.message.charge.chargeOn === 'submitted' ? 'settled' : 'released')
}

/**
 * What an operator's word makes of a message whose outcome is unknown (docs/contract#manual-resolution): the same
 * as the provider's would, had it come. On a message in any other state it decides nothing.
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
