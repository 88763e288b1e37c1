import type { Change } from '../domain/change.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** How far the feed goes: its epoch, a random word that a restoration or `feed reset` renews, and its newest number. */
export interface FeedHead {
  readonly epoch: string
  /** The number of the newest change; 0 where there was none yet. */
  readonly seq: number
}

/** A committed change, with its place in the feed. */
export interface NumberedChange extends Change {
  /** From 1 on, one more than the change before it: there is no hole. */
  readonly seq: number
  /** When its transaction wrote it, by the clock of the database. */
  readonly atMs: EpochMs
}

/** Changes that follow one another, as they were read. */
export interface FeedPage {
  readonly head: FeedHead
  /** In their order, each number one above the one before; the first is the one after that which was asked for. */
  readonly changes: readonly NumberedChange[]
  /** Whether changes after the number that was asked for are purged: what follows is not to be had, and a snapshot is. */
  readonly isGone: boolean
  /** The catalog's epoch, read after the changes: rights as they are now were not taken before these were committed. */
  readonly catalogEpoch: number
}

/** What of the feed is kept. */
export interface FeedRetention {
  /** Changes that were written before this moment go. */
  readonly beforeMs: EpochMs
  /** About so many bytes stay at the most. */
  readonly mostBytes: number
}

/** What a sequencer did, and what comes next. */
export interface FeedProgress {
  readonly numbered: number
  /** Whether somebody follows the feed, so that the next sequencer is to come soon. */
  readonly isWatched: boolean
}

/**
 * Every committed change of what people see, in one order (docs/contract#change-feed). Every writing of the other storages
 * leaves its change here in its own transaction; a sequencer numbers what is committed; readers read what is numbered.
 */
export interface FeedStorage {
  /** The feed's head. */
  head(): TE.TaskEither<StorageUnavailable, FeedHead>
  /**
   * At most so many changes after a number of the same epoch, without a hole: where one is not to be seen yet, the page
   * ends before it, and the next one goes on there.
   */
  read(after: number, limit: number): TE.TaskEither<StorageUnavailable, FeedPage>
  /**
   * Numbers at most so many committed changes that have no number yet, unless another sequencer is at it. A head that is
   * behind the changes belongs to another history: a new epoch begins.
   */
  number(limit: number, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, FeedProgress>
  /** How many changes wait for their number, counted no further than `most`. */
  waiting(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Sequencers are to number often until this moment, unless they are to do so longer already. */
  watch(untilMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** Forgets the oldest changes, those that are too old or too many, at most so many of them; how many it was. */
  purge(retention: FeedRetention, limit: number): TE.TaskEither<StorageUnavailable, number>
  /** Begins a new epoch: whoever follows the feed takes a snapshot. The new head. */
  reset(): TE.TaskEither<StorageUnavailable, FeedHead>
}
