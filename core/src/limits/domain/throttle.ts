import type { Digest } from '../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** The count of failures of one origin or account, keyed by its keyed digest. */
export interface Throttle {
  readonly key: Digest
  /** Failures since `sinceMs`. */
  readonly failures: number
  readonly sinceMs: EpochMs
  /** No attempt is allowed before this moment. */
  readonly blockedUntilMs: EpochMs
  /**
   * Until when an earlier success counts: an origin that succeeded before is counted apart from unknown ones.
   */
  readonly familiarUntilMs: EpochMs
}

/**
 * The number of failures that cause no delay, and the time in which they are counted
 * (docs/api/sign-in#throttling).
 */
export interface ThrottleRule {
  readonly free: number
  readonly windowMs: number
}

export const SIGN_IN_BY_ADDRESS: ThrottleRule = { free: 5, windowMs: 15 * MINUTE_MS }
export const SIGN_IN_BY_CLIENT: ThrottleRule = { free: 20, windowMs: 15 * MINUTE_MS }

/**
 * The rule for the /48 of an IPv6 client, which has 65,536 networks that count as clients: ten times as many
 * failures as for one client.
 */
export const ofSite = ({ free, windowMs }: ThrottleRule): ThrottleRule => ({ free: 10 * free, windowMs })

const FIRST_BLOCK_MS = 30 * SECOND_MS
const LONGEST_BLOCK_MS = 15 * MINUTE_MS
const FAMILIAR_MS = 30 * DAY_MS

/** A throttle without failures. */
export const newThrottle = (key: Digest, nowMs: EpochMs): Throttle => ({
  key,
  failures: 0,
  sinceMs: nowMs,
  blockedUntilMs: 0,
  familiarUntilMs: 0,
})

/**
 * How long no attempt is allowed, in milliseconds; 0: an attempt is allowed. A refused attempt isn't counted,
 * so a block never extends itself.
 */
export const blockedForMs = ({ blockedUntilMs }: Throttle, nowMs: EpochMs): number =>
  Math.max(0, blockedUntilMs - nowMs)

/**
 * Starts a new window if the last one has expired; a block that has ended doesn't reset the failures before
 * it.
 */
const current = (throttle: Throttle, { windowMs }: ThrottleRule, nowMs: EpochMs): Throttle =>
  nowMs - Math.max(throttle.sinceMs, throttle.blockedUntilMs) < windowMs
    ? throttle
    : { ...throttle, failures: 0, sinceMs: nowMs }

/**
 * Counts an attempt as failed before its result is known, so that concurrent attempts can't exceed the free
 * number. From the last free one on, each attempt is followed by a block, twice as long each time, up to 15
 * minutes.
 */
export const countAttempt = (throttle: Throttle, rule: ThrottleRule, nowMs: EpochMs): Throttle => {
  const counting = current(throttle, rule, nowMs)
  const failures = counting.failures + 1
  const over = failures - rule.free
  const blockMs = over < 0 ? 0 : Math.min(FIRST_BLOCK_MS * 2 ** over, LONGEST_BLOCK_MS)
  return { ...counting, failures, blockedUntilMs: blockMs === 0 ? counting.blockedUntilMs : nowMs + blockMs }
}

/** The throttle after one more use that never blocks; undefined if the window has no free use left. */
export const withUse = (throttle: Throttle, rule: ThrottleRule, nowMs: EpochMs): Throttle | undefined => {
  const counting = current(throttle, rule, nowMs)
  return counting.failures < rule.free ? { ...counting, failures: counting.failures + 1 } : undefined
}

/** Until when no further use is free, for a kind that is counted and never blocked; 0: one is free now. */
export const fullUntilMs = (
  { failures, sinceMs, blockedUntilMs }: Throttle,
  { free, windowMs }: ThrottleRule,
): EpochMs => (failures < free ? 0 : Math.max(sinceMs, blockedUntilMs) + windowMs)

/** Records a success: the failures are cleared, and this origin is known from now on. */
export const succeeded = (throttle: Throttle, nowMs: EpochMs): Throttle => ({
  ...newThrottle(throttle.key, nowMs),
  familiarUntilMs: nowMs + FAMILIAR_MS,
})

/** Takes back an attempt that was counted but wasn't a failure. */
export const takeBack = (throttle: Throttle): Throttle => ({
  ...throttle,
  failures: Math.max(0, throttle.failures - 1),
  blockedUntilMs: 0,
})

/** Whether this origin has succeeded recently. */
export const isFamiliar = (throttle: Throttle, nowMs: EpochMs): boolean => nowMs < throttle.familiarUntilMs
