import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { Consumer, Delivery, Job, Queue } from '@postrider/core/messaging/ports/queue'
import { eventually } from '../eventually.js'
import { right } from '../outcome.js'

/** The consumer's handling of a delivery; `time` counts the deliveries of its job from 1. */
export type DeliveryHandler = (delivery: Delivery, time: number) => void

/** Acknowledges everything. */
export const ackAll: DeliveryHandler = (delivery) => delivery.ack()

/** Leaves every delivery unacknowledged. */
export const keepAll: DeliveryHandler = () => undefined

/** A consumer that remembers its deliveries. */
export interface Collector extends Consumer {
  readonly deliveries: readonly Delivery[]
  /** Ids in the order of delivery, repeated if delivered again. */
  ids(): readonly string[]
  /** Waits until every one of the jobs was delivered. */
  got(jobs: readonly Job[]): Promise<void>
}

const TRANSACTIONAL: readonly Lane[] = ['transactional']

/** Consumes lanes, handles each delivery with the handler and remembers it. */
export const collect = async (
  queue: Queue,
  answer: DeliveryHandler,
  prefetch = 200,
  lanes: readonly Lane[] = TRANSACTIONAL,
): Promise<Collector> => {
  const deliveries: Delivery[] = []
  const times = new Map<string, number>()
  const consumer = await right(
    queue.consume(lanes, prefetch, (delivery) => {
      const time = (times.get(delivery.job.messageId) ?? 0) + 1
      times.set(delivery.job.messageId, time)
      deliveries.push(delivery)
      answer(delivery, time)
    }),
  )
  const ids = () => deliveries.map(({ job }) => job.messageId)
  return {
    stop: () => consumer.stop(),
    deliveries,
    ids,
    got: (jobs) =>
      eventually(`${jobs.length} jobs were delivered`, () =>
        jobs.every(({ messageId }) => times.has(messageId)),
      ),
  }
}
