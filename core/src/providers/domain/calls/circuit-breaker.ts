import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { SubmitOutcome } from './outcome.js'

/** So many failures one after another open it. */
const MOST_IN_A_ROW = 5
/** So many of the last calls are looked at, and so many failures among them open it. */
const RECENT = 20
const MOST_OF_RECENT = RECENT / 2

const SHORTEST_PAUSE_MS = SECOND_MS
const LONGEST_PAUSE_MS = 60 * SECOND_MS

/**
 * What a process knows of an account's calls lately, by which it stops calling one that does not work
 * (docs/contract#several-accounts): open, it lets one call through after 1, 2, 4 … 60 s, and closes once one is answered.
 */
export interface CircuitBreaker {
  /** The last calls, the latest in the lowest bit; 1: it failed. */
  readonly recent: number
  readonly failuresInARow: number
  /** How often it has opened since a call was answered; 0: it is closed. */
  readonly timesOpened: number
  readonly openedAtMs: EpochMs
  /** From when on an open one lets a call through: messages that wait for it are due by this moment, and kept with it. */
  readonly nextCallAtMs: EpochMs
  /** That a call was let through since it opened, and nothing was heard of it yet. */
  readonly isTrying: boolean
}

/** Of an account that works, as far as is known. */
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

/** The breaker once a call is let through: of an open one no other is until this one must have ended. */
export const withCallBegun = (breaker: CircuitBreaker, nowMs: EpochMs, longestMs: number): CircuitBreaker =>
  isOpen(breaker) ? { ...breaker, nextCallAtMs: nowMs + longestMs, isTrying: true } : breaker

/** What an outcome says of its account: that it works, that it does not, or nothing. */
type Verdict = 'answered' | 'failed' | 'nothing'

const verdictOf = (outcome: SubmitOutcome): Verdict => {
  if (outcome._tag === 'NotAttempted') return 'failed'
  if (outcome._tag !== 'OutcomeUnknown') return 'answered'
  return outcome.isOfMessage === true ? 'nothing' : 'failed'
}

/** 1, 2, 4 … 60 s, a half of it by chance, so that processes do not call together. */
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
  // What was under way when it opened says no more than what opened it.
  if (isOpen(breaker)) return startedAtMs < breaker.openedAtMs ? before : opened(breaker, nowMs, chance)
  const isTooMuch = breaker.failuresInARow >= MOST_IN_A_ROW || bitsIn(breaker.recent) >= MOST_OF_RECENT
  return isTooMuch ? opened(breaker, nowMs, chance) : breaker
}

/** The breaker once a call that began then has ended; `chance`: 0 to 1. */
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
  if (isOpen(breaker)) return CLOSED
  if (breaker.recent === 0) return breaker
  return { ...breaker, recent: (breaker.recent << 1) & (2 ** RECENT - 1), failuresInARow: 0 }
}
