import type { Channel } from 'amqplib'
import { LANES } from '@postrider/core/kernel/messages/lane'
import { deadQueue, laneQueue } from './job-wire.js'

/**
 * The number of deliveries that end with the death of consumer or connection before a job is dead; giving
 * back isn't counted.
 */
const DELIVERY_LIMIT = 20

/**
 * Declares every queue; does nothing if they exist. Quorum queues are replicated in a cluster, on disk before
 * the confirm, and faster than classic ones when pipelined (docs/promises#broker-durability).
 */
export const assertTopology = async (channel: Channel, prefix: string): Promise<void> => {
  await channel.assertQueue(deadQueue(prefix), { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  for (const lane of LANES) {
    await channel.assertQueue(laneQueue(prefix, lane), {
      durable: true,
      deadLetterExchange: '',
      deadLetterRoutingKey: deadQueue(prefix),
      arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': DELIVERY_LIMIT },
    })
  }
}
