import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'

/** The rate of calls that a user may make. */
export interface CallRate {
  readonly perSecond: number
  readonly atOnce: number
}

/** A user's remaining calls; negative after refused calls. */
export interface CallAllowance {
  readonly left: number
  readonly atMs: EpochMs
}

/** The verdict on a call: it is made, it is refused, or its socket is closed after too many refused calls. */
export type CallVerdict = 'made' | 'refused' | 'ended'

/** The allowance of a user without any calls. */
export const wholeAllowance = ({ atOnce }: CallRate, nowMs: EpochMs): CallAllowance => ({
  left: atOnce,
  atMs: nowMs,
})

/** A time further ahead than this came from a wrong clock, so it is ignored. */
const MOST_AHEAD_MS = SECOND_MS

/**
 * Counts a call. A clock that moves back refills nothing. A user with as many refused calls as the burst
 * allows is disconnected.
 */
export const countCall = (
  rate: CallRate,
  { left, atMs }: CallAllowance,
  nowMs: EpochMs,
): { readonly allowance: CallAllowance; readonly verdict: CallVerdict } => {
  const refilled = Math.min(rate.atOnce, left + (Math.max(0, nowMs - atMs) * rate.perSecond) / SECOND_MS)
  const after = refilled - 1
  const verdict = after >= 0 ? 'made' : after >= -rate.atOnce ? 'refused' : 'ended'
  const countedAtMs = atMs - nowMs > MOST_AHEAD_MS ? nowMs : Math.max(atMs, nowMs)
  return { allowance: { left: Math.max(after, -rate.atOnce - 1), atMs: countedAtMs }, verdict }
}
