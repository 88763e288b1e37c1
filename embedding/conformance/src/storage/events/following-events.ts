import type { AppEvent } from '@postrider/core/events/domain/event'
import type { AppId } from '@postrider/core/kernel/ids/id'
import type { Storage } from '@postrider/core/assembly/storage'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { numberAll } from '../feed/following.js'

const CHANGES_AT_ONCE = 20
const PAGE = 50

/** Numbers the events of every committed change, as sequencers do turn by turn. */
export const numberAllEvents = async (storage: Storage): Promise<void> => {
  await numberAll(storage)
  while ((await right(storage.events.number(CHANGES_AT_ONCE, NOW_MS))).changes > 0);
}

/** All events of an app after the sequence, page by page. */
export const eventsAfter = async (
  { events }: Storage,
  appId: AppId,
  after: number | undefined,
  limit = PAGE,
): Promise<readonly AppEvent[]> => {
  const found: AppEvent[] = []
  for (;;) {
    const { value } = await right(events.read({ appId, after: found.at(-1)?.sequence ?? after, limit }))
    if (value.events.length === 0) return found
    found.push(...value.events)
  }
}

/** The events of the app that the work leaves. */
export const eventsLeftBy = async (
  storage: Storage,
  appId: AppId,
  work: () => Promise<unknown>,
): Promise<readonly AppEvent[]> => {
  await numberAllEvents(storage)
  const { value } = await right(storage.events.read({ appId, after: undefined, limit: 1 }))
  await work()
  await numberAllEvents(storage)
  return eventsAfter(storage, appId, value.latest)
}
