import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { MINUTE_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import { pipe, TE } from '../../fp.js'
import type { FeedStorage } from '../ports/feed-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'

/** The number of changes numbered in one transaction, during which no other sequencer can run. */
const NUMBERED_AT_ONCE = 500
/** The pause between a sequencer's turns, with and without followers of the feed. */
const WATCHED_MS = 100
const UNWATCHED_MS = SECOND_MS

/** The retention of the feed (docs/api/sockets#change-feed). */
const KEPT_FOR_MS = 15 * MINUTE_MS
const KEPT_BYTES = 512 * 2 ** 20
const PURGED_AT_ONCE = 1000
const PURGE_PAUSE_MS = 50
const PURGE_EVERY_MS = 10 * SECOND_MS

interface FeedNeeds {
  readonly storage: { readonly feed: FeedStorage }
  readonly clock: Clock
}

/** A sequencer's turn. Right: the milliseconds until the next one is due. */
type FeedTurn = () => TE.TaskEither<StorageUnavailable, number>

/** Numbers committed changes. Any number of processes can call it; the storage runs only one at a time. */
export const numberFeed =
  ({ storage, clock }: FeedNeeds): FeedTurn =>
  () =>
    pipe(
      storage.feed.number(NUMBERED_AT_ONCE, clock.nowMs()),
      TE.map(({ numbered, isWatched }) => {
        if (numbered === NUMBERED_AT_ONCE) return 0
        return isWatched ? WATCHED_MS : UNWATCHED_MS
      }),
    )

/** Deletes changes that are too old or exceed the size, in small steps. */
export const purgeFeed =
  ({ storage, clock }: FeedNeeds): FeedTurn =>
  () =>
    pipe(
      storage.feed.purge({ beforeMs: clock.nowMs() - KEPT_FOR_MS, mostBytes: KEPT_BYTES }, PURGED_AT_ONCE),
      TE.map((purged) => (purged === PURGED_AT_ONCE ? PURGE_PAUSE_MS : PURGE_EVERY_MS)),
    )
