import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { EventSink } from '../../kernel/ports/event-sink.js'
import type { EventsNumbered } from '../../kernel/telemetry/event-progress.js'
import { pipe, TE } from '../../fp.js'
import type { EventStorage } from '../ports/event-storage.js'

/** The number of changes whose events are numbered in one transaction. */
const CHANGES_AT_ONCE = 500
/** The pause between turns, with and without readers that wait. */
const WATCHED_MS = 100
const UNWATCHED_MS = SECOND_MS

interface Needs {
  readonly storage: { readonly events: EventStorage }
  readonly clock: Clock
  readonly telemetry: EventSink<EventsNumbered>
}

/**
 * Numbers the events of the next changes. Any number of processes can call it; the storage runs only one at a
 * time. Right: the milliseconds until the next turn is due.
 */
export const numberEvents =
  ({ storage, clock, telemetry }: Needs) =>
  (): TE.TaskEither<StorageUnavailable, number> =>
    pipe(
      storage.events.number(CHANGES_AT_ONCE, clock.nowMs()),
      TE.map(({ changes, events, isWatched }) => {
        if (events > 0) telemetry.emit({ _tag: 'EventsNumbered', events })
        if (changes === CHANGES_AT_ONCE) return 0
        return isWatched ? WATCHED_MS : UNWATCHED_MS
      }),
    )
