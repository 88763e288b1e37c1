import { type Lane, LANES } from '../messages/lane.js'
import type { OrganizationId } from '../ids/id.js'
import { byLane } from './by-lane.js'
import { type WaitingLine, waitingLine } from './waiting-line.js'

/** The lane and Organization that something waits for; undefined: it waits for the platform itself. */
export interface Waiter {
  readonly lane: Lane
  readonly organizationId: OrganizationId | undefined
}

/**
 * A fair queue: urgent lanes go first, and within a lane the Organizations take turns (docs/decisions/0013).
 */
interface FairQueue<A> {
  /**
   * Adds an item behind the other items of the same Organization. The returned function removes it before its
   * turn.
   */
  join(waiter: Waiter, item: A): () => void
  /** Removes and returns the next item; undefined if nothing waits. */
  next(): A | undefined
}

/**
 * Creates an empty queue. An item waits for at most one item of each other Organization, even if that one has
 * many.
 */
export const fairQueue = <A>(): FairQueue<A> => {
  // The order of the map's keys is the order of turns: after its turn, an Organization goes to the end.
  const queues = byLane(() => new Map<OrganizationId | undefined, WaitingLine<A>>())

  return {
    join: ({ lane, organizationId }, item) => {
      const queue = queues[lane]
      const line = queue.get(organizationId) ?? waitingLine<A>()
      const leave = line.join(item)
      queue.set(organizationId, line)
      return () => {
        leave()
        if (line.isEmpty() && queue.get(organizationId) === line) queue.delete(organizationId)
      }
    },
    next: () => {
      for (const lane of LANES) {
        const queue = queues[lane]
        for (const [organizationId, line] of queue) {
          queue.delete(organizationId)
          const item = line.next()
          if (item === undefined) continue
          if (!line.isEmpty()) queue.set(organizationId, line)
          return item
        }
      }
      return undefined
    },
  }
}
