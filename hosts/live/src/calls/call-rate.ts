import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'

/** How many calls somebody may make. */
export interface CallRate {
  readonly perSecond: number
  readonly atOnce: number
}

/** What is left of somebody's calls; below nothing they owe some, for those that were refused. */
export interface CallAllowance {
  readonly left: number
  readonly atMs: EpochMs
}

/** What becomes of a call: it is made, refused, or one of so many refused ones that its socket ends. */
export type CallVerdict = 'made' | 'refused' | 'ended'

/** The allowance of somebody who made no call yet. */
export const wholeAllowance = ({ atOnce }: CallRate, nowMs: EpochMs): CallAllowance => ({
  left: atOnce,
  atMs: nowMs,
})

/** A moment further ahead than this was told by a clock that was wrong: nobody waits until it has come. */
const MOST_AHEAD_MS = SECOND_MS

/** Counts a call. A clock that goes back fills nothing; whoever goes on after as many refusals as calls is sent away. */
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
