import { LANES } from '../../domain/channels/lane.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import { byLane } from './by-lane.js'

/** On whose account somebody stands in line. */
export type Standing = Pick<Message, 'lane' | 'organizationId'>

/** A line that is fair: urgent lanes go first, and within a lane the Organizations take turns (docs/decisions/0013). */
interface FairLine<A> {
  /** Stands in line behind what waits on the same account; the answer leaves it without having had a turn. */
  join(standing: Standing, item: A): () => void
  /** Whose turn it is; leaves the line with it. Undefined where nobody waits. */
  next(): A | undefined
}

/** What waits for one Organization, the first to come first. Wrapped, so that equal items are still two. */
type Waiting<A> = Set<{ readonly item: A }>

/** An empty line. However many wait for one Organization, another's waits for one of them at a time. */
export const fairLine = <A>(): FairLine<A> => {
  // The order of a map's keys is the order of turns: who had one goes to the end.
  const lines = byLane(() => new Map<OrganizationId, Waiting<A>>())

  return {
    join: ({ lane, organizationId }, item) => {
      const line = lines[lane]
      const waiting: Waiting<A> = line.get(organizationId) ?? new Set()
      const entry = { item }
      waiting.add(entry)
      line.set(organizationId, waiting)
      return () => {
        waiting.delete(entry)
        if (waiting.size === 0 && line.get(organizationId) === waiting) line.delete(organizationId)
      }
    },
    next: () => {
      for (const lane of LANES) {
        const line = lines[lane]
        for (const [organizationId, waiting] of line) {
          line.delete(organizationId)
          const [entry] = waiting
          if (entry === undefined) continue
          waiting.delete(entry)
          if (waiting.size > 0) line.set(organizationId, waiting)
          return entry.item
        }
      }
      return undefined
    },
  }
}
