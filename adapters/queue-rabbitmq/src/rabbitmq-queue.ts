import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { QueueUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import { E, type TE } from '@postrider/core/fp'
import type { Job, Queue } from '@postrider/core/messaging/ports/queue'
import type { Acknowledger } from './acknowledger.js'
import { parseBrokerAddress } from './broker-address.js'
import { closeQuietly } from './close-quietly.js'
import { deadQueue, decodeJob, laneQueue, traceIn } from './job-wire.js'
import { deliverFrom } from './lane-delivery.js'
import { openLink, type Link } from './link.js'
import { createPublisher } from './publisher.js'
import { createSubscription, type Subscription } from './subscription.js'
import { assertTopology } from './topology.js'
import { inTime } from './within.js'

export interface RabbitmqOptions {
  /** The prefix of the names of the queues; default `postrider`. */
  readonly prefix?: string
  /** How long a publish waits for its confirms; default 10 s. */
  readonly confirmTimeoutMs?: number
  /**
   * How long publish and depth wait for a connection, and depth for its response, before they fail; default 2
   * s.
   */
  readonly timeoutMs?: number
  /** The maximum number of messages sent and not yet confirmed; default 1024. */
  readonly window?: number
  /** The pause before a job that was given back is delivered again; default 1 s. */
  readonly giveBackMs?: number
  /**
   * Called for each job that the broker gave up, because it isn't one of ours (undefined) or because too many
   * deliveries of it ended with the death of their consumers. It is gone from the queue; the outbox publishes
   * its message again.
   */
  readonly onDead?: (messageId: MessageId | undefined, trace: TraceContext) => void
}

/** Dead jobs are few and not urgent. */
const DEAD_PREFETCH = 10

/** Reports the jobs in the dead queue, and removes them. */
const deadReading = (prefix: string, onDead: NonNullable<RabbitmqOptions['onDead']>) => ({
  queue: deadQueue(prefix),
  prefetch: DEAD_PREFETCH,
  deliver: (message: ConsumeMessage, answers: Acknowledger): void => {
    onDead(decodeJob(message.content), traceIn(message.properties))
    answers.ack(message)
  },
})

type Opening = (prefix: string, onReady: () => void) => Link

const unavailable = (cause: string): E.Either<QueueUnavailable, never> =>
  E.left({ _tag: 'QueueUnavailable', cause })

/** Checks the address; the error doesn't repeat it, because it may contain a password. */
const opener = (url: string): Opening => {
  const brokers = parseBrokerAddress(url)
  return (prefix, onReady) => {
    const setup = async (model: { createChannel(): Promise<Channel> }): Promise<void> => {
      const channel = await model.createChannel()
      channel.on('error', () => undefined)
      await assertTopology(channel, prefix)
      closeQuietly(channel)
    }
    return openLink(brokers, { setup, onReady })
  }
}

/** Queries over a separate channel: the broker closes a channel on which a query fails. */
const askReady = async (model: ChannelModel, queue: string): Promise<number> => {
  const channel = await model.createChannel()
  channel.on('error', () => undefined)
  try {
    return (await channel.checkQueue(queue)).messageCount
  } finally {
    closeQuietly(channel)
  }
}

const countReady = async (
  link: Link,
  queue: string,
  timeoutMs: number,
): Promise<E.Either<QueueUnavailable, number>> => {
  const model = await link.waitUntilUp(timeoutMs)
  if (model === undefined) return unavailable(link.lastError())
  try {
    return E.right(await inTime(askReady(model, queue), timeoutMs))
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The queue on RabbitMQ 3.10 or newer: a durable quorum queue `<prefix>.<lane>` for each lane, and
 * `<prefix>.dead` for jobs that no consumer could read or survive, which consumers report and empty. It
 * connects in the background and again after every loss, to the next broker if the address lists several. If
 * a broker is down, publish returns that and never throws. Publishers have a connection of their own, since a
 * broker that is short of memory stops reading from publishers, and acknowledgments must get through.
 */
export const openRabbitmqQueue = (url: string, options: RabbitmqOptions = {}): Queue => {
  const { prefix = 'postrider', confirmTimeoutMs = 10_000, timeoutMs = 2_000, window = 1024 } = options
  const { giveBackMs = 1_000, onDead = () => undefined } = options
  const openingLink = opener(url)
  const subscriptions = new Set<Subscription>()
  let closed = false
  let reading: Link | undefined
  const writing: Link = openingLink(prefix, () => publisher.wake())
  const publisher = createPublisher(writing, { prefix, confirmTimeoutMs, window })

  const publish: Queue['publish'] = (jobs) => async () => {
    if (jobs.length === 0) return E.right([])
    const model = closed ? undefined : await writing.waitUntilUp(timeoutMs)
    if (model === undefined) return unavailable(closed ? 'the queue is closed' : writing.lastError())
    return E.right(await publisher.publish(jobs))
  }
  const republish = async (job: Job): Promise<boolean> => {
    const published = await publish([job])()
    return E.isRight(published) && published.right.length === 1
  }
  const consume: Queue['consume'] = (lanes, prefetch, handler) => async () => {
    if (closed) return unavailable('the queue is closed')
    const link = (reading ??= openingLink(prefix, () => subscriptions.forEach((each) => each.wake())))
    const own = lanes.map((lane) =>
      createSubscription(link, {
        prefix,
        queue: laneQueue(prefix, lane),
        prefetch,
        deliver: deliverFrom({ lane, giveBackMs, republish, handler }),
      }),
    )
    own.push(createSubscription(link, { prefix, ...deadReading(prefix, onDead) }))
    for (const subscription of own) {
      subscriptions.add(subscription)
      subscription.wake()
    }
    return E.right({ stop: async () => void (await Promise.all(own.map((each) => each.stop()))) })
  }
  const depth =
    (lane: Lane): TE.TaskEither<QueueUnavailable, number> =>
    () =>
      countReady(writing, laneQueue(prefix, lane), timeoutMs)

  return {
    publish,
    consume,
    depth,
    isUp: () => !closed && writing.model() !== undefined && !writing.isBlocked(),
    close: async () => {
      closed = true
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      for (const subscription of subscriptions) subscription.flush()
      await Promise.all([writing.close(), reading?.close()])
    },
  }
}
