import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { SubmitOutcome } from './outcome.js'

/** The breaker opens after this many failures in a row. */
const MOST_IN_A_ROW = 5
/** How many of the last calls are examined; the breaker opens if half of them failed. */
const RECENT = 20
const MOST_OF_RECENT = RECENT / 2

const SHORTEST_PAUSE_MS = SECOND_MS
const LONGEST_PAUSE_MS = 60 * SECOND_MS

/**
 * A process's record of an account's recent calls, used to stop calling an account that doesn't work
 * (docs/api/delivery#several-accounts). While open, it lets one call through after 1, 2, 4 … 60 s; it closes
 * when a call gets a response.
 */
export interface CircuitBreaker {
  /** The last calls, the latest in the lowest bit; 1: failed. */
  readonly recent: number
  readonly failuresInARow: number
  /** How often it has opened since a call got a response; 0: it is closed. */
  readonly timesOpened: number
  readonly openedAtMs: EpochMs
  /**
   * When an open breaker lets the next call through. Messages that wait for it become due by then, and stay
   * with this account.
   */
  readonly nextCallAtMs: EpochMs
  /** A call was let through since it opened, and its outcome isn't known yet. */
  readonly isTrying: boolean
  /**
   * It rests because the provider reports a fault of the account: since a response doesn't prove that the
   * fault is gone, a message that it takes is `tried`, and the breaker closes with the next one.
   */
  readonly fault?: { readonly detail: string; readonly isTried: boolean }
}

/** The breaker of an account that works, as far as known. */
export const CLOSED: CircuitBreaker = {
  recent: 0,
  failuresInARow: 0,
  timesOpened: 0,
  openedAtMs: 0,
  nextCallAtMs: 0,
  isTrying: false,
}

export const isOpen = ({ timesOpened }: CircuitBreaker): boolean => timesOpened > 0

/** Whether the account may be called now. */
export const letsThrough = (breaker: CircuitBreaker, nowMs: EpochMs): boolean =>
  !isOpen(breaker) || nowMs >= breaker.nextCallAtMs

/**
 * The breaker after letting a call through: while open, it lets no other call through until this one must
 * have ended.
 */
export const withCallBegun = (breaker: CircuitBreaker, nowMs: EpochMs, longestMs: number): CircuitBreaker =>
  isOpen(breaker) ? { ...breaker, nextCallAtMs: nowMs + longestMs, isTrying: true } : breaker

/** What an outcome shows about its account: that it works, that it doesn't, or nothing. */
type Verdict = 'answered' | 'failed' | 'nothing'

const verdictOf = (outcome: SubmitOutcome): Verdict => {
  if (outcome._tag === 'NotAttempted') return 'failed'
  if (outcome._tag !== 'OutcomeUnknown') return 'answered'
  return outcome.isOfMessage === true ? 'nothing' : 'failed'
}

/** 1, 2, 4 … 60 s, half of it random, so that processes don't call at the same time. */
const pauseMs = (timesOpened: number, chance: number): number => {
  const longestMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(timesOpened - 1, 10))
  return Math.round(longestMs * (0.5 + chance / 2))
}

const opened = (breaker: CircuitBreaker, nowMs: EpochMs, chance: number): CircuitBreaker => {
  const timesOpened = breaker.timesOpened + 1
  const nextCallAtMs = nowMs + pauseMs(timesOpened, chance)
  return { ...breaker, timesOpened, openedAtMs: nowMs, nextCallAtMs, isTrying: false }
}

const bitsIn = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** How long a taken message waits for a report of the same fault, before the account is used again. */
const REPORTED_WITHIN_MS = 2 * MINUTE_MS

/** The breaker of an account that rests until the given time, because its provider reports a fault of it. */
export const withFault = (
  breaker: CircuitBreaker,
  detail: string,
  nowMs: EpochMs,
  untilMs: EpochMs,
): CircuitBreaker => ({
  ...breaker,
  timesOpened: Math.max(1, breaker.timesOpened),
  openedAtMs: nowMs,
  nextCallAtMs: untilMs,
  isTrying: false,
  fault: { detail, isTried: false },
})

/** The breaker after the account took a message, or refused it for its own reasons. */
const afterAnswer = (breaker: CircuitBreaker, startedAtMs: EpochMs, nowMs: EpochMs): CircuitBreaker => {
  const { fault } = breaker
  if (fault === undefined || fault.isTried) return CLOSED
  // Calls that were already running when it opened add no information.
  if (startedAtMs < breaker.openedAtMs) return breaker
  const nextCallAtMs = nowMs + REPORTED_WITHIN_MS
  return { ...breaker, nextCallAtMs, isTrying: false, fault: { ...fault, isTried: true } }
}

const afterFailure = (
  before: CircuitBreaker,
  startedAtMs: EpochMs,
  nowMs: EpochMs,
  chance: number,
): CircuitBreaker => {
  const breaker = {
    ...before,
    recent: ((before.recent << 1) | 1) & (2 ** RECENT - 1),
    failuresInARow: before.failuresInARow + 1,
  }
  // Calls that were already running when it opened add no information.
  if (isOpen(breaker)) return startedAtMs < breaker.openedAtMs ? before : opened(breaker, nowMs, chance)
  const isTooMuch = breaker.failuresInARow >= MOST_IN_A_ROW || bitsIn(breaker.recent) >= MOST_OF_RECENT
  return isTooMuch ? opened(breaker, nowMs, chance) : breaker
}

/** The breaker after a call that started at `startedAtMs` has ended; `chance`: random, 0 to 1. */
export const withCallEnded = (
  breaker: CircuitBreaker,
  outcome: SubmitOutcome,
  startedAtMs: EpochMs,
  nowMs: EpochMs,
  chance: number,
): CircuitBreaker => {
  const verdict = verdictOf(outcome)
  if (verdict === 'nothing') return breaker
  if (verdict === 'failed') return afterFailure(breaker, startedAtMs, nowMs, chance)
  if (isOpen(breaker)) return afterAnswer(breaker, startedAtMs, nowMs)
  if (breaker.recent === 0) return breaker
  return { ...breaker, recent: (breaker.recent << 1) & (2 ** RECENT - 1), failuresInARow: 0 }
}
