import { type Change, oneChange } from '@postrider/core/feed/domain/change'
import type { Installation } from '@postrider/core/kernel/installation/installation'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { FeedHead, FeedStorage, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import type { Calls } from './calls.js'

/** The feed as it is in memory: nothing is written side by side here, so that changes have their numbers at once. */
export interface MemoryFeed {
  /** How many epochs there were before this one. */
  epoch: number
  seq: number
  /** In their order. */
  readonly changes: NumberedChange[]
  watchedUntilMs: EpochMs
  readonly nowMs: () => EpochMs
}

/** A feed in which nothing happened yet. */
export const emptyFeed = (nowMs: () => EpochMs): MemoryFeed => ({
  epoch: 0,
  seq: 0,
  changes: [],
  watchedUntilMs: 0,
  nowMs,
})

/** Where the feed is. */
interface WithFeed {
  readonly feed: MemoryFeed
}

/** What else a reader of the feed is told of. */
interface FeedTables extends WithFeed {
  readonly epoch: number
  readonly installation: Installation
}

/** Leaves in the feed what a writing changes; nothing where nobody would see a difference. */
export const noteChange = ({ feed }: WithFeed, ...changes: readonly Change[]): void => {
  const change = oneChange(changes)
  if (change === undefined) return
  feed.seq += 1
  feed.changes.push({ seq: feed.seq, atMs: feed.nowMs(), ...change })
}

const ID_DIGITS = 32

const headOf = ({ feed: { epoch, seq }, installation: { restoreHold } }: FeedTables): FeedHead => ({
  epoch: `${String(epoch).padStart(ID_DIGITS, '0')}${restoreHold === undefined ? '' : `.${restoreHold.sinceMs}`}`,
  seq,
})

/** The feed in memory. */
export const memoryFeed = (tables: FeedTables, calls: Calls): Partial<FeedStorage> => {
  const { feed } = tables
  return {
    head: () => calls.reading('feedHead', () => headOf(tables)),
    read: (after, limit) =>
      calls.reading('feed', () => ({
        head: headOf(tables),
        changes: feed.changes.filter(({ seq }) => seq > after).slice(0, limit),
        isGone: after < feed.seq - feed.changes.length,
        catalogEpoch: tables.epoch,
      })),
    reset: () =>
      calls.reading('resetFeed', () => {
        feed.epoch += 1
        return headOf(tables)
      }),
  }
}
