import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type ConfirmChannel } from 'amqplib'
import { E } from '@postrider/core/fp'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { Job, Queue } from '@postrider/core/messaging/ports/queue'
import { createIds } from '@postrider/node/system/system-ids'
import { createSystemClock } from '@postrider/node/system/system-clock'

/** The run's broker. */
export const runBrokerUrl = (): string => {
  const url = process.env['POSTRIDER_TEST_AMQP_URL']
  if (url !== undefined && url !== '') return url
  throw new Error('POSTRIDER_TEST_AMQP_URL is not set: run `npm test`, which starts a RabbitMQ and sets it')
}

/** A unique prefix for queue names. */
export const freshPrefix = (): string => `test-${randomBytes(6).toString('hex')}`

const ids = createIds(createSystemClock())

export const someJobs = (count: number, lane: Lane = 'transactional'): readonly Job[] =>
  Array.from({ length: count }, () => ({ messageId: ids.next('msg'), lane }))

/** Publishes until the queue has it all. */
export const publishAll = async (queue: Queue, jobs: readonly Job[]): Promise<void> => {
  let open = jobs
  while (open.length > 0) {
    const published = await queue.publish(open)()
    const confirmed = new Set<MessageId>(E.isRight(published) ? published.right : [])
    open = open.filter((job) => !confirmed.has(job.messageId))
    if (confirmed.size === 0) await sleep(50)
  }
}

/**
 * Changes the broker over a separate connection that the queue doesn't use, and waits until the broker has
 * what was sent.
 */
export const behindItsBack = async <A>(
  url: string,
  act: (channel: ConfirmChannel) => Promise<A>,
): Promise<A> => {
  const connection = await connect(url)
  try {
    const channel = await connection.createConfirmChannel()
    channel.on('error', () => undefined)
    const done = await act(channel)
    await channel.waitForConfirms()
    return done
  } finally {
    await connection.close()
  }
}

/** Removes the queues of a prefix. */
export const removeQueues = (url: string, prefix: string): Promise<void> =>
  behindItsBack(url, async (channel) => {
    for (const name of ['otp', 'transactional', 'promotional', 'dead']) {
      await channel.deleteQueue(`${prefix}.${name}`)
    }
  })
