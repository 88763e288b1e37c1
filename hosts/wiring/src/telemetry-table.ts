import type { TelemetryEvent, TelemetryTag } from '@postrider/core/messaging/ports/telemetry'

/** What is done about one event. */
type Handler<Tag extends TelemetryTag> = (event: Extract<TelemetryEvent, { readonly _tag: Tag }>) => void

/** That nothing is done about an event, and why. */
interface Ignored {
  readonly why: string
}

/** What is done about each event, or why nothing is: an event that a table says nothing of does not compile. */
export type TelemetryTable = { readonly [Tag in TelemetryTag]: Handler<Tag> | Ignored }

/** Says of an event why nothing is done about it. */
export const ignored = (why: string): Ignored => ({ why })

/** One listener of a table: it finds what is to be done by one look-up, since every message comes by several times. */
export const listenerOf = (table: TelemetryTable): ((event: TelemetryEvent) => void) => {
  const handlers = new Map<string, (event: TelemetryEvent) => void>()
  for (const [tag, entry] of Object.entries(table))
    // The table pairs each tag with its own handler; the compiler checked it there, entry by entry.
    if (typeof entry === 'function') handlers.set(tag, entry as (event: TelemetryEvent) => void)
  return (event) => handlers.get(event._tag)?.(event)
}
