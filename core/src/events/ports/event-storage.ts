import type { AppId } from '../../kernel/ids/id.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AppEvent } from '../domain/event.js'

/** The result of a turn that numbered events, and how soon the next one is needed. */
export interface EventProgress {
  /** The number of changes whose events got their numbers. */
  readonly changes: number
  /** The number of these events. */
  readonly events: number
  /** Whether somebody waits for events, so that the next turn should come soon. */
  readonly isWatched: boolean
}

/** The events of an app to read. */
export interface EventQuery {
  readonly appId: AppId
  /** Only events with a larger sequence. Undefined: from the oldest that is stored. */
  readonly after: number | undefined
  /** The most events. */
  readonly limit: number
}

/** Consecutive events of an app from one reading. */
export interface EventReading {
  /** In order. They follow each other without gaps, except before an `events.gap` event. */
  readonly events: readonly AppEvent[]
  /** The sequence of the app's newest event; 0 if there is none. */
  readonly latest: number
  /** The sequence of the newest event that was deleted; 0 if none was. */
  readonly purged: number
}

/** The position up to which appended events were seen, and the apps that got some since an earlier one. */
export interface EventMoves {
  readonly position: number
  readonly appIds: readonly AppId[]
}

/**
 * The events of apps, each app's with a sequence of its own (docs/api/events). They follow from the changes of
 * the feed, so that each committed change has its events exactly once, whichever process ends when.
 */
export interface EventStorage {
  /**
   * Numbers the events of at most `limit` changes of the feed, and stores the position, in one transaction.
   * It numbers none while the database is on hold, or another process is numbering. After a restoration, each stream
   * continues above what its readers may have seen, with an `events.gap` event.
   */
  number(limit: number, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, EventProgress>
  /** Reads events of an app in order. */
  read(query: EventQuery): TE.TaskEither<StorageUnavailable, AsOf<EventReading>>
  /**
   * The apps that got events since this position, in one bounded reading for all readers that wait. Undefined:
   * only the position.
   */
  moves(since: number | undefined): TE.TaskEither<StorageUnavailable, EventMoves>
  /**
   * Deletes at most about `limit` blocks of events that were numbered before this moment. Returns how many; 0
   * if another process is at work on the feed.
   */
  purge(beforeMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, number>
}
