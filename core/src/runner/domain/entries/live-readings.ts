import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { ChangeKind } from '../../../feed/domain/change.js'
import type { LiveReading } from '../../../identity/domain/access/operation.js'

/** A live reading that runs again for each watcher when something of these kinds changes. */
export const runAgain = (...kinds: readonly ChangeKind[]): LiveReading => ({ by: 'again', kinds })

/** Like `runAgain`, but also after changes outside the watcher's own Organization. */
export const runAgainFromAnywhere = (...kinds: readonly ChangeKind[]): LiveReading => ({
  ...runAgain(...kinds),
  isFromAnywhere: true,
})

/** Runs again once for all watchers with the same permissions, because they see the same result. */
export const runAgainForAll = (...kinds: readonly ChangeKind[]): LiveReading => ({
  by: 'again',
  kinds,
  isShared: true,
})

/** The interval of readings whose results also change with time, run once for all watchers. */
const MOVED_BY_TIME_MS = 3 * SECOND_MS

/**
 * Like `runAgainForAll`, for figures that also change with time: the last hour, the age of something, counts
 * since a moment.
 */
export const runAgainInTime = (...kinds: readonly ChangeKind[]): LiveReading => ({
  ...runAgainForAll(...kinds),
  againAfterMs: MOVED_BY_TIME_MS,
})

/** Passes changes of these kinds on to watchers. */
export const handOn = (...kinds: readonly ChangeKind[]): LiveReading => ({ by: 'tail', kinds })

/** The interval at which roll-ups of the feed change. */
const ROLLED_UP_MS = 5 * SECOND_MS

/** Runs again for each watcher after every roll-up, whatever has changed. */
export const runAgainWithRollUps = (): LiveReading => ({ ...runAgain(), againAfterMs: ROLLED_UP_MS })
