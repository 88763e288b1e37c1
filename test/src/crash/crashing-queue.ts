import { setImmediate as nextTurn } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import type { Crash, Die } from './crash-point.js'

/** The driver writes its frames in the turn after they were given to it. */
const TURNS_UNTIL_WRITTEN = 3

/** C4: kills while the confirm is pending. If a confirm was faster, the next publish kills. */
const dieUnconfirmed = (crash: Crash) => {
  let pending: Die | undefined
  return async (publishing: Promise<unknown>, ids: readonly string[]): Promise<void> => {
    pending ??= crash.at('C4')
    if (pending === undefined) return
    let isConfirmed = false
    void publishing.then(() => (isConfirmed = true))
    for (let turn = 0; turn < TURNS_UNTIL_WRITTEN; turn += 1) await nextTurn()
    if (!isConfirmed) pending(ids)
  }
}

/** The queue with its crash points: C4, C5, C6. */
export const crashingQueue = (queue: Queue, crash: Crash): Queue => {
  const whilePublishing = dieUnconfirmed(crash)
  return {
    ...queue,
    publish: (jobs) => async () => {
      const publishing = queue.publish(jobs)()
      const ids = jobs.map(({ messageId }) => messageId)
      if (ids.length > 0) await whilePublishing(publishing, ids)
      const published = await publishing
      if (E.isRight(published) && published.right.length > 0) crash.at('C5')?.(published.right)
      return published
    },
    consume: (lanes, prefetch, handler) =>
      queue.consume(lanes, prefetch, (delivery) => {
        crash.at('C6')?.([delivery.job.messageId])
        handler(delivery)
      }),
  }
}
