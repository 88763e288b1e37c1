import { type CallOptions, makeCall } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import { pause, stopOf } from '../calls/pauses.js'
import type { Event, EventPage, EventType } from '../contract/shapes.js'
import { PostriderError } from '../errors/postrider-error.js'
import type { Settings } from '../settings.js'

/** The events to read. */
export interface EventFilter {
  /** Only events with a larger sequence. Default: from the oldest event that is kept. */
  readonly after?: number | undefined
  /** Only events of these types. Default: all types. */
  readonly types?: readonly EventType[] | undefined
}

/** The size of a page, and how long to wait for an event. */
export interface EventPageOptions extends EventFilter {
  /** The most events to read, up to 1,000. Default: 100. */
  readonly limit?: number | undefined
  /** Seconds to wait for an event if there is none, up to 25. Default: 0. */
  readonly wait?: number | undefined
}

/** The longest wait that the service allows, and the time that a response needs besides. */
const LONGEST_WAIT_SECONDS = 25
const ANSWER_MS = 10_000
const SECOND_MS = 1000
/** The first and the longest pause after a failed reading. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const isPassing = (error: unknown): boolean => error instanceof PostriderError && error.retryable

/** Reads what happened in the app, in order. */
export class Events {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** One page of events, in order. Pass its `nextSequence` as `after` of the next one. */
  page(
    { after, types, limit, wait = 0 }: EventPageOptions = {},
    options: CallOptions = {},
  ): Promise<Answered<EventPage>> {
    const query = { after, types: types?.join(','), limit, wait: wait === 0 ? undefined : wait }
    const attemptMs = wait * SECOND_MS + ANSWER_MS
    const call = { method: 'GET', path: '/v1/events', query, expects: 'events', attemptMs } as const
    return makeCall(this.#settings, call, {
      timeoutMs: Math.max(attemptMs, this.#settings.timeoutMs),
      ...options,
    })
  }

  /**
   * Every event after a sequence, in order, also those that happen later: it ends only with `signal`. Failures
   * of the network and of the service are tried again. Others are thrown, for example `events_expired`. Store
   * the `sequence` of an event together with what you did for it, and continue there after a restart.
   */
  async *follow(
    filter: EventFilter = {},
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): AsyncGenerator<Event, void, undefined> {
    const stop = stopOf(signal)
    let { after } = filter
    let pauseMs = FIRST_PAUSE_MS
    while (!stop.isStopped) {
      try {
        const page = await this.page(
          { ...filter, after, limit: 1000, wait: LONGEST_WAIT_SECONDS },
          { signal },
        )
        pauseMs = FIRST_PAUSE_MS
        yield* page.events
        after = page.nextSequence
      } catch (error) {
        if (stop.isStopped) return
        if (!isPassing(error)) throw error
        await pause(pauseMs, stop)
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
    }
  }
}
