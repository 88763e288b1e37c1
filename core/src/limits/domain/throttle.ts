import type { Digest } from '../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** What is counted of somebody's failures, by a keyed digest of who it is. */
export interface Throttle {
  readonly key: Digest
  /** Failures since `sinceMs`. */
  readonly failures: number
  readonly sinceMs: EpochMs
  /** Nothing is tried before. */
  readonly blockedUntilMs: EpochMs
  /** Until when a success counts: who succeeded from here before is counted apart from strangers. */
  readonly familiarUntilMs: EpochMs
}

/** How many failures are free, and in what time (docs/contract#throttling). */
export interface ThrottleRule {
  readonly free: number
  readonly windowMs: number
}

export const SIGN_IN_BY_ADDRESS: ThrottleRule = { free: 5, windowMs: 15 * MINUTE_MS }
export const SIGN_IN_BY_CLIENT: ThrottleRule = { free: 20, windowMs: 15 * MINUTE_MS }

/** What the /48 of an IPv6 client may do, which has 65,536 networks that count as clients: ten times as much as one. */
export const ofSite = ({ free, windowMs }: ThrottleRule): ThrottleRule => ({ free: 10 * free, windowMs })

const FIRST_BLOCK_MS = 30 * SECOND_MS
const LONGEST_BLOCK_MS = 15 * MINUTE_MS
const FAMILIAR_MS = 30 * DAY_MS

/** Nothing is known of somebody. */
export const newThrottle = (key: Digest, nowMs: EpochMs): Throttle => ({
  key,
  failures: 0,
  sinceMs: nowMs,
  blockedUntilMs: 0,
  familiarUntilMs: 0,
})

/** How long nothing may be tried; 0: a try may be made. A refused try is not counted, so that no block grows by itself. */
export const blockedForMs = ({ blockedUntilMs }: Throttle, nowMs: EpochMs): number =>
  Math.max(0, blockedUntilMs - nowMs)

/** A window that is over begins anew; a block that was served does not undo the failures before it. */
const current = (throttle: Throttle, { windowMs }: ThrottleRule, nowMs: EpochMs): Throttle =>
  nowMs - Math.max(throttle.sinceMs, throttle.blockedUntilMs) < windowMs
    ? throttle
    : { ...throttle, failures: 0, sinceMs: nowMs }

/**
 * Counts a try as failed, before it is known to be one: of any number at once no more come through than are free. From the last
 * free one on each is followed by a block, twice as long each time, of 15 minutes at the most.
 */
export const countAttempt = (throttle: Throttle, rule: ThrottleRule, nowMs: EpochMs): Throttle => {
  const counting = current(throttle, rule, nowMs)
  const failures = counting.failures + 1
  const over = failures - rule.free
  const blockMs = over < 0 ? 0 : Math.min(FIRST_BLOCK_MS * 2 ** over, LONGEST_BLOCK_MS)
  return { ...counting, failures, blockedUntilMs: blockMs === 0 ? counting.blockedUntilMs : nowMs + blockMs }
}

/** The throttle after one more use that never blocks; undefined when the window already has as many as are free. */
export const withUse = (throttle: Throttle, rule: ThrottleRule, nowMs: EpochMs): Throttle | undefined => {
  const counting = current(throttle, rule, nowMs)
  return counting.failures < rule.free ? { ...counting, failures: counting.failures + 1 } : undefined
}

/** Until when no more of a kind that is counted and never blocked is free; 0: one more is. */
export const fullUntilMs = (
  { failures, sinceMs, blockedUntilMs }: Throttle,
  { free, windowMs }: ThrottleRule,
): EpochMs => (failures < free ? 0 : Math.max(sinceMs, blockedUntilMs) + windowMs)

/** The try succeeded: the failures are forgotten, and from now on this origin is known. */
export const succeeded = (throttle: Throttle, nowMs: EpochMs): Throttle => ({
  ...newThrottle(throttle.key, nowMs),
  familiarUntilMs: nowMs + FAMILIAR_MS,
})

/** A try that was counted and turned out not to be a failure. */
export const takeBack = (throttle: Throttle): Throttle => ({
  ...throttle,
  failures: Math.max(0, throttle.failures - 1),
  blockedUntilMs: 0,
})

/** Whether somebody succeeded here before, not long ago. */
export const isFamiliar = (throttle: Throttle, nowMs: EpochMs): boolean => nowMs < throttle.familiarUntilMs
