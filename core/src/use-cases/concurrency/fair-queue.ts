import { LANES } from '../../domain/channels/lane.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import { byLane } from './by-lane.js'

/** On whose account something waits; undefined: nobody's but the platform's. */
export interface Waiter extends Pick<Message, 'lane'> {
  readonly organizationId: OrganizationId | undefined
}

/** A queue that is fair: urgent lanes go first, and within a lane the Organizations take turns (docs/decisions/0013). */
interface FairQueue<A> {
  /** Waits behind what waits on the same account; the answer leaves the queue without having had a turn. */
  join(waiter: Waiter, item: A): () => void
  /** Whose turn it is; leaves the queue with it. Undefined where nobody waits. */
  next(): A | undefined
}

/** What waits for one Organization, the first to come first. Wrapped, so that equal items are still two. */
type Waiting<A> = Set<{ readonly item: A }>

/** An empty queue. However many wait for one Organization, another's waits for one of them at a time. */
export const fairQueue = <A>(): FairQueue<A> => {
  // The order of a map's keys is the order of turns: who had one goes to the end.
  const queues = byLane(() => new Map<OrganizationId | undefined, Waiting<A>>())

  return {
    join: ({ lane, organizationId }, item) => {
      const queue = queues[lane]
      const waiting: Waiting<A> = queue.get(organizationId) ?? new Set()
      const entry = { item }
      waiting.add(entry)
      queue.set(organizationId, waiting)
      return () => {
        waiting.delete(entry)
        if (waiting.size === 0 && queue.get(organizationId) === waiting) queue.delete(organizationId)
      }
    },
    next: () => {
      for (const lane of LANES) {
        const queue = queues[lane]
        for (const [organizationId, waiting] of queue) {
          queue.delete(organizationId)
          const [entry] = waiting
          if (entry === undefined) continue
          waiting.delete(entry)
          if (waiting.size > 0) queue.set(organizationId, waiting)
          return entry.item
        }
      }
      return undefined
    },
  }
}
