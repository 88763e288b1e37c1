import type { Overloaded } from '../refusals/outage.js'
import { E, type TE } from '../../fp.js'
import { semaphore } from './semaphore.js'

/** How much may be under way. */
export interface QueueBounds {
  /** The most pieces of work that run at once. */
  readonly atOnce: number
  /** The most that wait beside them; one more is refused as Overloaded. */
  readonly waiting: number
}

/** Does work in the order of its arrival. */
export interface BoundedQueue {
  /** Runs the work when it is its turn. Rejects as the work does. */
  run<T>(work: () => Promise<T>): TE.TaskEither<Overloaded, T>
}

/** A queue with bounds; what is refused is refused at once, with nothing begun. */
export const boundedQueue = (bounds: QueueBounds): BoundedQueue => {
  const permits = semaphore(bounds.atOnce)
  let waiting = 0
  return {
    run: (work) => async () => {
      if (!permits.tryAcquire()) {
        if (waiting >= bounds.waiting) return E.left({ _tag: 'Overloaded', cause: `${waiting} are waiting` })
        waiting += 1
        await new Promise<void>((resolve) =>
          permits.acquire(undefined, () => {
            waiting -= 1
            resolve()
          }),
        )
      }
      try {
        return E.right(await work())
      } finally {
        permits.release()
      }
    },
  }
}
