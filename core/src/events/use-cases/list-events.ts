import { isId, type MessageId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import { eventsExpired } from '../../kernel/refusals/specific-refusals.js'
import type { Clock } from '../../kernel/ports/clock.js'
import { E, type TE } from '../../fp.js'
import { EVENT_TYPES, type EventType } from '../../feed/domain/event-note.js'
import type { ShownMessage } from '../../messaging/domain/messages/message.js'
import type { ProjectionStorage } from '../../messaging/ports/projection-storage.js'
import type { Authentication } from '../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs, scopeOf } from '../../identity/use-cases/credentials/read-as.js'
import { type EventBody, eventBody } from '../domain/event-body.js'
import type { AppEvent } from '../domain/event.js'
import type { EventReading, EventStorage } from '../ports/event-storage.js'
import type { EventArrivals, EventWait } from './event-arrivals.js'

/** A request for the events of an app. */
export interface EventListRequest {
  /** Only events with a larger sequence; undefined: from the oldest that is kept. */
  readonly after: number | undefined
  /** The most events to read; those of other types count too. */
  readonly limit: number
  /** Only events of these types; undefined: all types. */
  readonly types: readonly string[] | undefined
  /** How long to wait for an event, in milliseconds, if there is none. */
  readonly waitMs: number
}

/** Consecutive events of an app. */
export interface EventPage {
  /** In order. */
  readonly events: readonly EventBody[]
  /** The `after` of the next request: everything up to it was read. */
  readonly nextSequence: number
  /** The sequence of the app's newest event; 0 if there is none. */
  readonly latestSequence: number
}

/** Runs a wait; the caller doesn't count the request as work in the meantime. */
export type WhileWaiting = <A>(wait: () => Promise<A>) => Promise<A>

interface Needs {
  readonly storage: { readonly events: EventStorage; readonly projections: ProjectionStorage }
  readonly clock: Clock
}

type Caller = Granted<'events.read'>
type Found = E.Either<Refusal | Outage, EventPage>

const isEventType = (text: string): text is EventType => (EVENT_TYPES as readonly string[]).includes(text)

/** The types to return; InvalidRequest for an unknown one. */
const typesOf = (
  types: readonly string[] | undefined,
): E.Either<Refusal, ReadonlySet<EventType> | undefined> => {
  if (types === undefined) return E.right(undefined)
  const unknown = types.find((type) => !isEventType(type))
  if (unknown === undefined) return E.right(new Set(types.filter(isEventType)))
  const message = `The parameter must list event types separated by commas: ${EVENT_TYPES.join(', ')}.`
  return E.left(invalidRequest([{ location: 'query', field: '/types', code: 'not_allowed', message }]))
}

/** The positions of a reading, besides its events. */
const positionsOf = ({ events, latest, purged }: EventReading, after: number | undefined) => ({
  nextSequence: events.at(-1)?.sequence ?? after ?? purged,
  latestSequence: latest,
})

const messageIdsOf = (events: readonly AppEvent[]): readonly MessageId[] => [
  ...new Set(events.flatMap(({ subject }) => (subject.kind === 'message' ? [subject.messageId] : []))),
]

/** The messages that the events are about, as far as they still exist. */
const messagesOf =
  ({ storage: { projections } }: Needs, caller: Caller) =>
  async (events: readonly AppEvent[]): Promise<E.Either<Outage, ReadonlyMap<string, ShownMessage>>> => {
    const ids = messageIdsOf(events).filter((id) => isId('msg', id))
    if (ids.length === 0) return E.right(new Map())
    const scope = scopeOf(caller)
    const read = await projections.messages(ids.map((messageId) => ({ scope, messageId })))()
    return E.map(({ value }: { readonly value: ReadonlyArray<ShownMessage | undefined> }) => {
      const found = value.flatMap((message) => (message === undefined ? [] : [message]))
      return new Map(found.map((message) => [message.messageId as string, message]))
    })(read)
  }

/** Reads a page; EventsExpired if events after the position were deleted. */
const pageReader = (needs: Needs, authentication: Authentication) => {
  const read = readAs(authentication)
  return async (
    caller: Caller,
    { limit }: EventListRequest,
    types: ReadonlySet<EventType> | undefined,
    after: number | undefined,
  ): Promise<Found> => {
    const { appId } = caller.credential
    const found = await read(caller, 'events.read', () =>
      needs.storage.events.read({ appId, after, limit }),
    )()
    if (E.isLeft(found)) return found
    const { events, purged } = found.right
    if (after !== undefined && after < purged) return E.left(eventsExpired(purged + 1))
    const wanted = types === undefined ? events : events.filter(({ type }) => types.has(type))
    const messages = await messagesOf(needs, caller)(wanted)
    if (E.isLeft(messages)) return messages
    const bodies = wanted.map((event) =>
      eventBody(
        event,
        event.subject.kind === 'message' ? messages.right.get(event.subject.messageId) : undefined,
      ),
    )
    return E.right({ events: bodies, ...positionsOf(found.right, after) })
  }
}

/** Whether a page is worth returning at once: it has events, or there are more behind it. */
const isDone = (page: Found): boolean =>
  E.isLeft(page) || page.right.events.length > 0 || page.right.nextSequence < page.right.latestSequence

/**
 * The events of the caller's app in order (docs/api/events#pull). If there is none after the position, it
 * waits for one up to `waitMs`. A page with `types` can be empty although there are more events behind it.
 * InvalidRequest for an unknown type, EventsExpired for a position whose events were deleted.
 */
export const listEvents = (needs: Needs, authentication: Authentication, arrivals: EventArrivals) => {
  const readPage = pageReader(needs, authentication)
  return (
      caller: Caller,
      request: EventListRequest,
      whileWaiting: WhileWaiting,
    ): TE.TaskEither<Refusal | Outage, EventPage> =>
    async () => {
      const types = typesOf(request.types)
      if (E.isLeft(types)) return types
      const read = (after: number | undefined) => readPage(caller, request, types.right, after)
      if (request.waitMs === 0) return read(request.after)
      const untilMs = needs.clock.nowMs() + request.waitMs
      const readUntilDone = async (wait: EventWait): Promise<Found> => {
        let page = await read(request.after)
        while (!isDone(page)) {
          const hasNews = await whileWaiting(() => wait.next(untilMs - needs.clock.nowMs()))
          if (!hasNews || E.isLeft(page)) return page
          page = await read(page.right.nextSequence)
        }
        return page
      }
      const wait = arrivals.wait(caller.credential.appId)
      try {
        return await readUntilDone(wait)
      } finally {
        wait.end()
      }
    }
}
