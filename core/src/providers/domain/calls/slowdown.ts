import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/**
 * The reduced call rate of an account that asked to be called less often
 * (docs/api/delivery#several-accounts). The rate is halved, at most once per second, and then rises again to
 * the usual rate.
 */
export interface Slowdown {
  /** The usual rate in parts per second, to which it returns. */
  readonly usualPerSecond: number
  /** The rate at the last slowdown, in parts per second. */
  readonly perSecond: number
  readonly atMs: EpochMs
}

/** The share of the usual rate that is regained per second. */
const REGAINED = 0.05
/** The lowest rate. */
const LEAST_PER_SECOND = 0.1

/**
 * The current rate in parts per second; undefined: the usual rate. If the clock was set back, the slowdown
 * ends.
 */
export const slowedRate = (
  { usualPerSecond, perSecond, atMs }: Slowdown,
  nowMs: EpochMs,
): number | undefined => {
  if (atMs - nowMs > SECOND_MS) return undefined
  const rate = perSecond + (usualPerSecond * REGAINED * Math.max(0, nowMs - atMs)) / SECOND_MS
  return rate < usualPerSecond ? rate : undefined
}

/** The current rate as a share of the usual one; undefined: the usual rate. */
export const slowedShare = (slowdown: Slowdown, nowMs: EpochMs): number | undefined => {
  const rate = slowedRate(slowdown, nowMs)
  return rate === undefined ? undefined : rate / slowdown.usualPerSecond
}

/** The slowdown after the account has asked for less; `calledPerSecond` is its recent rate. */
export const slowedDown = (
  before: Slowdown | undefined,
  calledPerSecond: number,
  nowMs: EpochMs,
): Slowdown => {
  if (before !== undefined && nowMs >= before.atMs && nowMs - before.atMs < SECOND_MS) return before
  const rate = before && slowedRate(before, nowMs)
  const usualPerSecond =
    before === undefined || rate === undefined ? Math.max(1, calledPerSecond) : before.usualPerSecond
  return {
    usualPerSecond,
    perSecond: Math.max(LEAST_PER_SECOND, (rate ?? usualPerSecond) / 2),
    atMs: nowMs,
  }
}
