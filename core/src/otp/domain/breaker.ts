import type { AppId } from '../../kernel/ids/id.js'
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

/** Sends are counted in slices of time of this length. */
export const COUNTING_SLICE_MS = MINUTE_MS

/** How far back the breaker looks. */
const WINDOW_MS = HOUR_MS

const FEWEST_SENDS = 30
const LEAST_VERIFIED = 0.1

/** How long a block lasts that nobody lifts. */
export const LONGEST_BLOCK_MS = 12 * HOUR_MS

/** One app's OTPs to one prefix, within one slice of time. */
export interface PrefixCount {
  readonly appId: AppId
  readonly prefix: string
  /** Start of the slice; see {@link sliceOf}. */
  readonly sliceMs: EpochMs
  readonly sends: number
  readonly verified: number
}

/** A prefix that gets no OTPs of an app for a while. */
export interface PrefixBlock {
  readonly appId: AppId
  readonly prefix: string
  readonly blockedAtMs: EpochMs
  readonly untilMs: EpochMs
  /** What tripped the breaker. */
  readonly sends: number
  readonly verified: number
  /** When an operator lifted the block; what was sent before counts no more. */
  readonly liftedAtMs: EpochMs | undefined
}

/** What is known of one app and prefix. */
export interface PrefixFacts {
  readonly counts: readonly PrefixCount[]
  readonly block: PrefixBlock | undefined
}

/** The slice of time a moment belongs to, by its start. */
export const sliceOf = (atMs: EpochMs): EpochMs => Math.floor(atMs / COUNTING_SLICE_MS) * COUNTING_SLICE_MS

/** The first slice that the breaker looks at: it began, or was going on, an hour ago. */
export const countedSince = (nowMs: EpochMs): EpochMs => sliceOf(nowMs - WINDOW_MS)

/** One text for an app and a prefix, to key maps with. */
export const prefixKey = (of: { readonly appId: AppId; readonly prefix: string }): string =>
  `${of.appId}/${of.prefix}`

/** The counts of each slice added up, in one order, so that two who add to several never wait in a circle. */
export const addedBySlice = (counts: readonly PrefixCount[]): readonly PrefixCount[] => {
  const sums = new Map<string, PrefixCount>()
  for (const count of counts) {
    const key = `${prefixKey(count)} ${count.sliceMs}`
    const { sends, verified } = sums.get(key) ?? { sends: 0, verified: 0 }
    sums.set(key, { ...count, sends: sends + count.sends, verified: verified + count.verified })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

/** What the breaker says about one more OTP: let it through, or not, and perhaps block from now on. */
export type BreakerVerdict =
  | { readonly _tag: 'Pass' }
  | { readonly _tag: 'Blocked' }
  | { readonly _tag: 'Trip'; readonly block: PrefixBlock }

/**
 * The toll-fraud breaker (docs/contract#toll-fraud): 30 OTPs of an app within an hour to one prefix, of which
 * under a tenth were verified, block that prefix for 12 hours. Deterministic; an operator can lift a block.
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
