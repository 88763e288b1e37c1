import type { TelemetryEvent, TelemetryTag } from '@postrider/core/messaging/ports/telemetry'

type Handler<Tag extends TelemetryTag> = (event: Extract<TelemetryEvent, { readonly _tag: Tag }>) => void

/** Marks an event as ignored, with the reason. */
interface Ignored {
  readonly why: string
}

/** The handler of each event, or the reason why it is ignored; a missing event doesn't compile. */
export type TelemetryTable = { readonly [Tag in TelemetryTag]: Handler<Tag> | Ignored }

/** Ignores an event for this reason. */
export const ignored = (why: string): Ignored => ({ why })

/**
 * One listener for a table: it finds the handler with one lookup, since every message causes several events.
 */
export const listenerOf = (table: TelemetryTable): ((event: TelemetryEvent) => void) => {
  const handlers = new Map<string, (event: TelemetryEvent) => void>()
  for (const [tag, entry] of Object.entries(table))
    // The table pairs each tag with its own handler; the compiler has checked each entry there.
    if (typeof entry === 'function') handlers.set(tag, entry as (event: TelemetryEvent) => void)
  return (event) => handlers.get(event._tag)?.(event)
}
