import { deliveringSuite } from './delivering.js'
import type { OpenQueue } from './open-queue.js'
import { publishingSuite } from './publishing.js'

/**
 * Tests every promise of the queue port on the queue that `open` opens.
 * @example
 * ```ts
 * import { describeQueue } from '@postrider/conformance/queue'
 * import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
 *
 * describeQueue('RabbitMQ', async () => {
 *   const prefix = `trial-${crypto.randomUUID()}`
 *   const open = async () => openRabbitmqQueue('amqp://127.0.0.1/', { prefix })
 *   const queue = await open()
 *   return { queue, another: open, reopen: open, close: () => queue.close() }
 * })
 * ```
 */
export const describeQueue = (name: string, open: OpenQueue): void => {
  describe(`${name} keeps the promises of the queue`, () => {
    publishingSuite(open)
    deliveringSuite(open)
  })
}
