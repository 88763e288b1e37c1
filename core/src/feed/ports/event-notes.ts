import type { EventNote } from '../domain/event-note.js'

/** The events of a unit of work that aren't about a message's state (docs/api/events). */
export interface EventNotes {
  /** Leaves an event with the unit's writes; a unit that writes nothing leaves none. */
  leave(note: EventNote): void
}
