import type { AppId } from '../../kernel/ids/id.js'
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

/** Sends are counted in time slices of this length. */
export const COUNTING_SLICE_MS = MINUTE_MS

/** The time that the breaker looks back. */
const WINDOW_MS = HOUR_MS

const FEWEST_SENDS = 30
const LEAST_VERIFIED = 0.1

/** The duration of a block that isn't lifted. */
export const LONGEST_BLOCK_MS = 12 * HOUR_MS

/** One app's OTPs to one prefix within one time slice. */
export interface PrefixCount {
  readonly appId: AppId
  readonly prefix: string
  /** Start of the slice; see {@link sliceOf}. */
  readonly sliceMs: EpochMs
  readonly sends: number
  readonly verified: number
}

/** A prefix to which an app can't send OTPs for some time. */
export interface PrefixBlock {
  readonly appId: AppId
  readonly prefix: string
  readonly blockedAtMs: EpochMs
  readonly untilMs: EpochMs
  /** The counts that tripped the breaker. */
  readonly sends: number
  readonly verified: number
  /** When a super admin lifted the block; earlier sends no longer count. */
  readonly liftedAtMs: EpochMs | undefined
}

/** The counts and block of one app and prefix. */
export interface PrefixFacts {
  readonly counts: readonly PrefixCount[]
  readonly block: PrefixBlock | undefined
}

/** The start of the time slice that contains a time. */
export const sliceOf = (atMs: EpochMs): EpochMs => Math.floor(atMs / COUNTING_SLICE_MS) * COUNTING_SLICE_MS

/** The first slice that counts: the one that contains the time an hour ago. */
export const countedSince = (nowMs: EpochMs): EpochMs => sliceOf(nowMs - WINDOW_MS)

/** A text that identifies an app and a prefix, for use as a map key. */
export const prefixKey = (of: { readonly appId: AppId; readonly prefix: string }): string =>
  `${of.appId}/${of.prefix}`

/**
 * Sums the counts of each slice in a fixed order, so that concurrent writers of several slices never
 * deadlock.
 */
export const addedBySlice = (counts: readonly PrefixCount[]): readonly PrefixCount[] => {
  const sums = new Map<string, PrefixCount>()
  for (const count of counts) {
    const key = `${prefixKey(count)} ${count.sliceMs}`
    const { sends, verified } = sums.get(key) ?? { sends: 0, verified: 0 }
    sums.set(key, { ...count, sends: sends + count.sends, verified: verified + count.verified })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

/** The breaker's verdict on one more OTP: allowed, blocked, or blocked with a new block. */
export type BreakerVerdict =
  | { readonly _tag: 'Pass' }
  | { readonly _tag: 'Blocked' }
  | { readonly _tag: 'Trip'; readonly block: PrefixBlock }

/**
 * The breaker against SMS pumping, also called toll fraud (docs/api/otp#sms-pumping). It blocks a prefix for
 * 12 hours if an app sent 30 OTPs to it within an hour, and less than a tenth were verified. Deterministic; a
 * super admin can lift a block.
 */
export const breaker = (
  of: { readonly appId: AppId; readonly prefix: string },
  facts: PrefixFacts | undefined,
  nowMs: EpochMs,
): BreakerVerdict => {
  const { block, counts = [] } = facts ?? {}
  if (block !== undefined && block.liftedAtMs === undefined && nowMs < block.untilMs)
    return { _tag: 'Blocked' }
  const sinceMs = Math.max(countedSince(nowMs), block?.liftedAtMs ?? 0)
  const recent = counts.filter(({ sliceMs }) => sliceMs >= sinceMs)
  const sends = recent.reduce((sum, count) => sum + count.sends, 0)
  const verified = recent.reduce((sum, count) => sum + count.verified, 0)
  if (sends < FEWEST_SENDS || verified >= sends * LEAST_VERIFIED) return { _tag: 'Pass' }
  const { appId, prefix } = of
  const untilMs = nowMs + LONGEST_BLOCK_MS
  return {
    _tag: 'Trip',
    block: { appId, prefix, blockedAtMs: nowMs, untilMs, sends, verified, liftedAtMs: undefined },
  }
}
