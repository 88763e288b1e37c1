import type { ActivityStorage } from '@postrider/core/messaging/ports/activity-storage'
import { readEntries } from './entries.js'
import { readHistory } from './history.js'
import type { Engine } from '../../engine/engine.js'

/** The maximum number of messages that a page of the history reads, regardless of matches. */
const MOST_LOOKED_AT = 2_000
/** The maximum number of events that one statement reads, so that none takes long even with few matches. */
const SLICE_EVENTS = 10_000

/** Storage of the activity of Organizations; the limits per call and per statement can be set. */
export const activityStorage = (
  engine: Engine,
  mostLookedAt = MOST_LOOKED_AT,
  sliceEvents = SLICE_EVENTS,
): ActivityStorage => ({
  entries: (query) => () => readEntries(engine, sliceEvents, query),
  history: (query) => () => readHistory(engine, { mostLookedAt, sliceEvents }, query),
})
