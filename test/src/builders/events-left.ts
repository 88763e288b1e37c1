import { changesAfter, numberAll } from '@postrider/conformance/storage/feed/following'
import type { EventNote } from '@postrider/core/feed/domain/event-note'
import type { Storage } from '@postrider/core/assembly/storage'

/** The events that units and verifications have left in the feed, in order. */
export const eventsLeft = async (storage: Storage): Promise<readonly EventNote[]> => {
  await numberAll(storage)
  return (await changesAfter(storage, 0)).flatMap(({ events = [] }) => events)
}
