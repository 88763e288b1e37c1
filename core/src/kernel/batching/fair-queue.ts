import { type Lane, LANES } from '../messages/lane.js'
import type { OrganizationId } from '../ids/id.js'
import { byLane } from './by-lane.js'
import { type WaitingLine, waitingLine } from './waiting-line.js'

/** On whose account something waits; undefined: nobody's but the platform's. */
export interface Waiter {
  readonly lane: Lane
  readonly organizationId: OrganizationId | undefined
}

/** A queue that is fair: urgent lanes go first, and within a lane the Organizations take turns (docs/decisions/0013). */
interface FairQueue<A> {
  /** Waits behind what waits on the same account; the answer leaves the queue without having had a turn. */
  join(waiter: Waiter, item: A): () => void
  /** Whose turn it is; leaves the queue with it. Undefined where nobody waits. */
  next(): A | undefined
}

/** An empty queue. However many wait for one Organization, another's waits for one of them at a time. */
export const fairQueue = <A>(): FairQueue<A> => {
  // The order of a map's keys is the order of turns: who had one goes to the end.
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
