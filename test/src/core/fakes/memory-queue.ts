import type { MessageId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { Delivery, Job, Queue } from '@postrider/core/messaging/ports/queue'

/** A queue that keeps its jobs until a test takes them out. */
export interface MemoryQueue {
  readonly queue: Queue
  readonly published: Job[]
  /** Jobs that the queue won't confirm. */
  lose(...messageIds: readonly MessageId[]): void
  goAway(isAway: boolean): void
  pretendDepth(depth: number): void
}

export const memoryQueue = (): MemoryQueue => {
  const published: Job[] = []
  const lost = new Set<MessageId>()
  let isAway = false
  let depth = 0
  const away = E.left({ _tag: 'QueueUnavailable' as const, cause: 'the fake is away' })
  return {
    published,
    lose: (...messageIds) => messageIds.forEach((messageId) => lost.add(messageId)),
    goAway: (now) => {
      isAway = now
    },
    pretendDepth: (now) => {
      depth = now
    },
    queue: {
      publish: (jobs) => async () => {
        if (isAway) return away
        const kept = jobs.filter(({ messageId }) => !lost.has(messageId))
        published.push(...kept)
        return E.right(kept.map(({ messageId }) => messageId))
      },
      consume: () => async () => E.right({ stop: () => Promise.resolve() }),
      depth: () => async () => (isAway ? away : E.right(depth)),
      isUp: () => !isAway,
      close: () => Promise.resolve(),
    },
  }
}

/** A delivery that records its acknowledgement. */
export interface WatchedDelivery extends Delivery {
  answer(): 'none' | 'ack' | 'back'
}

export const aDelivery = (job: Job): WatchedDelivery => {
  let answer: 'none' | 'ack' | 'back' = 'none'
  const give = (next: 'ack' | 'back') => () => {
    if (answer !== 'none') throw new Error('a delivery was answered twice')
    answer = next
  }
  return { job, ack: give('ack'), giveBack: give('back'), answer: () => answer }
}
