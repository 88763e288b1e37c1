import type { ActivityStorage } from '@postrider/core/messaging/ports/activity-storage'
import { readEntries } from './entries.js'
import { readHistory } from './history.js'
import type { Engine } from '../../engine/engine.js'

/** How many messages a page of the history looks at, whatever it finds. */
const MOST_LOOKED_AT = 2_000
/** How many events one statement looks at: none takes long, however few of them are asked for. */
const SLICE_EVENTS = 10_000

/** Storage of what Organizations did; how much a call and a statement look at can be told. */
export const activityStorage = (
  engine: Engine,
  mostLookedAt = MOST_LOOKED_AT,
  sliceEvents = SLICE_EVENTS,
): ActivityStorage => ({
  entries: (query) => () => readEntries(engine, sliceEvents, query),
  history: (query) => () => readHistory(engine, { mostLookedAt, sliceEvents }, query),
})
