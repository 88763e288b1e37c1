import type { Change } from '../domain/change.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/**
 * The end of the feed: its newest number and its epoch, a random word that a restoration or `feed reset`
 * replaces.
 */
export interface FeedHead {
  readonly epoch: string
  /** The number of the newest change; 0 if there are none yet. */
  readonly seq: number
}

/** A committed change with its position in the feed. */
export interface NumberedChange extends Change {
  /** Starts at 1 and has no gaps. */
  readonly seq: number
  /** When its transaction wrote it, by the database clock. */
  readonly atMs: EpochMs
}

/** Consecutive changes from one reading. */
export interface FeedPage {
  readonly head: FeedHead
  /** In order and without gaps, starting after the requested number. */
  readonly changes: readonly NumberedChange[]
  /** Whether changes after the requested number are already deleted. The reader then needs a snapshot. */
  readonly isGone: boolean
  /**
   * The catalog's epoch, read after the changes. A permission check as of this epoch therefore sees every
   * revocation that was committed before them.
   */
  readonly catalogEpoch: number
}

/** The retention of the feed. */
export interface FeedRetention {
  /** Changes written before this time are deleted. */
  readonly beforeMs: EpochMs
  /** The approximate maximum size in bytes. */
  readonly mostBytes: number
}

/** The result of a sequencer's turn, and how soon the next one is needed. */
export interface FeedProgress {
  readonly numbered: number
  /** Whether clients follow the feed, so that the next turn should come soon. */
  readonly isWatched: boolean
}

/**
 * Every committed visible change, in one order (docs/api/sockets#change-feed). Each write of the other
 * storages adds its change in the same transaction. A sequencer numbers committed changes, and readers read
 * numbered ones.
 */
export interface FeedStorage {
  /** Returns the feed's head. */
  head(): TE.TaskEither<StorageUnavailable, FeedHead>
  /**
   * Reads at most `limit` changes after a number of the same epoch, without gaps. If a change isn't visible
   * yet, the page ends before it, and the next page continues there.
   */
  read(after: number, limit: number): TE.TaskEither<StorageUnavailable, FeedPage>
  /**
   * Numbers at most `limit` committed changes without a number, unless another sequencer is running. A head
   * that is behind the changes belongs to another history, so a new epoch starts.
   */
  number(limit: number, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, FeedProgress>
  /** The number of changes without a number, counted up to `most`. */
  waiting(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Makes sequencers run often until this time, or longer if a later time is already set. */
  watch(untilMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /**
   * Deletes the oldest changes, those that are too old or exceed the size, at most `limit`. Returns their
   * number.
   */
  purge(retention: FeedRetention, limit: number): TE.TaskEither<StorageUnavailable, number>
  /** Starts a new epoch, so that all followers take a snapshot. Returns the new head. */
  reset(): TE.TaskEither<StorageUnavailable, FeedHead>
}
