import type { Overloaded } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'

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
export const boundedQueue = ({ atOnce, waiting }: QueueBounds): BoundedQueue => {
  const waiters: Array<() => void> = []
  let running = 0
  const leave = (): void => {
    const next = waiters.shift()
    // A place is handed on, never set free while somebody waits: who comes just now is not before them.
    if (next === undefined) running -= 1
    else next()
  }
  return {
    run: (work) => async () => {
      if (running >= atOnce && waiters.length >= waiting) {
        return E.left({ _tag: 'Overloaded', cause: `${waiters.length} are waiting` })
      }
      if (running < atOnce) running += 1
      else await new Promise<void>((resolve) => waiters.push(resolve))
      try {
        return E.right(await work())
      } finally {
        leave()
      }
    },
  }
}
