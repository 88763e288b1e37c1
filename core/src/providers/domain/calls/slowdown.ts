import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/**
 * That an account asked to be called less often (docs/contract#several-accounts): half as fast, once a second at most, and then
 * faster again until it is called as before.
 */
export interface Slowdown {
  /** How fast it was called before, in parts a second: what it comes back to. */
  readonly usualPerSecond: number
  /** How fast it was called when it was slowed down last. */
  readonly perSecond: number
  readonly atMs: EpochMs
}

/** So much of what is usual comes back in a second. */
const REGAINED = 0.05
/** It is never called more seldom. */
const LEAST_PER_SECOND = 0.1

/** How fast the account is called now, in parts a second; undefined: as fast as before. A clock that was set back ends it. */
export const slowedRate = (
  { usualPerSecond, perSecond, atMs }: Slowdown,
  nowMs: EpochMs,
): number | undefined => {
  if (atMs - nowMs > SECOND_MS) return undefined
  const rate = perSecond + (usualPerSecond * REGAINED * Math.max(0, nowMs - atMs)) / SECOND_MS
  return rate < usualPerSecond ? rate : undefined
}

/** How fast the account is called now, of how fast it was before; undefined: as fast. */
export const slowedShare = (slowdown: Slowdown, nowMs: EpochMs): number | undefined => {
  const rate = slowedRate(slowdown, nowMs)
  return rate === undefined ? undefined : rate / slowdown.usualPerSecond
}

/** The slowdown once the account has asked for less, where it was called so often in a second lately. */
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
