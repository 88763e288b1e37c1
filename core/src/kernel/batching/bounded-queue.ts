import type { Overloaded } from '../refusals/outage.js'
import { E, type TE } from '../../fp.js'
import { semaphore } from './semaphore.js'

/** How much work may run and wait. */
export interface QueueBounds {
  /** The most pieces of work that run at once. */
  readonly atOnce: number
  /** The most pieces of work that may wait; further ones are refused as Overloaded. */
  readonly waiting: number
}

/** Runs work in the order of its arrival. */
export interface BoundedQueue {
  /** Runs the work when its turn comes. Rejects if the work rejects. */
  run<T>(work: () => Promise<T>): TE.TaskEither<Overloaded, T>
}

/** A queue with bounds. Work over the bounds is refused immediately and isn't started. */
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
