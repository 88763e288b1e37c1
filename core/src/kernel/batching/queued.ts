import type { Overloaded } from '../refusals/outage.js'
import { E, type TE } from '../../fp.js'
import { boundedQueue, type QueueBounds } from './bounded-queue.js'

/**
 * The same work, of which so many pieces run at once and so many wait: a crowd that asks for it leaves connections
 * to everybody else. One more is refused as Overloaded.
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
