import type { Overloaded } from '../refusals/outage.js'
import { E, type TE } from '../../fp.js'
import { boundedQueue, type QueueBounds } from './bounded-queue.js'

/**
 * Limits how many calls of a piece of work run and wait at once, so that a burst leaves database connections
 * for other work. Further calls are refused as Overloaded.
 */
export const queued = <Args extends readonly unknown[], Left, Right>(
  bounds: QueueBounds,
  work: (...args: Args) => TE.TaskEither<Left, Right>,
): ((...args: Args) => TE.TaskEither<Left | Overloaded, Right>) => {
  const queue = boundedQueue(bounds)
  return (...args) =>
    async () => {
      const done = await queue.run(() => work(...args)())()
      return E.isLeft(done) ? done : done.right
    }
}
