import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LANES } from '@postrider/core/kernel/messages/lane'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import { openEmbeddedQueue } from '@postrider/queue-embedded/embedded-queue'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemTimers } from '@postrider/node/system/system-timers'
import { connect } from 'amqplib'
import { right } from '@postrider/conformance/outcome'
import {
  describeQueue,
  describeQueueFaults,
  type FragileQueue,
  type OpenedQueue,
} from '@postrider/conformance/queue'
import { startRabbitmq } from '../../servers/rabbitmq.js'
import { freshDirectory } from '../../servers/run-directory.js'

/** Opens queues and closes them all. `end` is called after the last is closed. */
const openWith = (open: () => Queue, end: () => Promise<void>): OpenedQueue => {
  const opened: Queue[] = []
  const another = (): Queue => {
    const queue = open()
    opened.push(queue)
    return queue
  }
  const closeAll = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map((queue) => queue.close()))
  }
  return {
    queue: another(),
    another: async () => another(),
    reopen: async () => {
      await closeAll()
      return another()
    },
    close: async () => {
      await closeAll()
      await end()
    },
  }
}

const openEmbedded = async (): Promise<OpenedQueue> => {
  const directory = await freshDirectory('queue')
  const storage = await openStorage(`sqlite:${join(directory, 'postrider.db')}`)
  await right(storage.health.migrate())
  const clock = createSystemClock()
  const open = (): Queue => openEmbeddedQueue({ jobs: storage.jobs, clock, timers: systemTimers })
  return openWith(open, async () => {
    await storage.close()
    await rm(directory, { recursive: true, force: true })
  })
}

const aPrefix = (): string => `conformance-${randomBytes(6).toString('hex')}`

/** Deletes the queues of the lanes over a connection of its own, as an operator would. */
const deleteLanes = async (url: string, prefix: string): Promise<void> => {
  const connection = await connect(url)
  const channel = await connection.createChannel()
  for (const lane of LANES) await channel.deleteQueue(`${prefix}.${lane}`)
  await connection.close()
}

const runBrokerUrl = (): string => {
  const url = process.env['POSTRIDER_TEST_AMQP_URL']
  if (url !== undefined && url !== '') return url
  throw new Error('POSTRIDER_TEST_AMQP_URL is not set: run `npm test`, which starts a RabbitMQ and sets it')
}

const openRabbitmq = async (): Promise<OpenedQueue> => {
  const [url, prefix] = [runBrokerUrl(), aPrefix()]
  return openWith(
    () => openRabbitmqQueue(url, { prefix }),
    () => deleteLanes(url, prefix),
  )
}

const openFragileRabbitmq = async (): Promise<FragileQueue> => {
  const broker = await startRabbitmq()
  const prefix = aPrefix()
  const queue = openRabbitmqQueue(broker.url, { prefix })
  return {
    queue,
    killBroker: () => broker.kill(),
    restartBroker: () => broker.restart(),
    deleteQueues: () => deleteLanes(broker.url, prefix),
    close: async () => {
      await queue.close()
      await broker.stop()
    },
  }
}

describeQueue('The embedded queue on SQLite', openEmbedded)
describeQueue('RabbitMQ', openRabbitmq)
describeQueueFaults('RabbitMQ', openFragileRabbitmq)
