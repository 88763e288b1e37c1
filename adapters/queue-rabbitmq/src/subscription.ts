import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import type { Lane } from '@postrider/core/domain/channels/lane'
import type { Delivery, Job } from '@postrider/core/ports/queue'
import { createAcknowledger, type Acknowledger } from './acknowledger.js'
import { closeQuietly } from './close-quietly.js'
import { decodeJob, laneQueue } from './job-wire.js'
import type { Link } from './link.js'
import { assertTopology } from './topology.js'
import { within } from './within.js'

export interface SubscriptionOptions {
  readonly prefix: string
  readonly lane: Lane
  readonly prefetch: number
  readonly giveBackMs: number
  /** Publishes a job anew; tells whether the broker has it. */
  readonly republish: (job: Job) => Promise<boolean>
  readonly handler: (delivery: Delivery) => void
}

/** One consumer's reading of one lane, over as many channels one after the other as it takes. */
export interface Subscription {
  /** To be called when there is a connection. */
  wake(): void
  /** Takes no more; the channel lives until everything delivered is answered. */
  stop(): Promise<void>
  /** Sends answers that wait. */
  flush(): void
}

/** A channel that delivers. */
interface Reading {
  readonly channel: Channel
  readonly answers: Acknowledger
  readonly consumerTag: string
}

const RESUBSCRIBE_AFTER_MS = 500
const STOP_TIMEOUT_MS = 3_000

const ignore = (): void => undefined

/**
 * Gives a job back by publishing it anew, after the pause, and then acknowledging the old copy: what goes back
 * to the head of a quorum queue is counted against its delivery limit, and a long outage of something else
 * must not end in the dead queue. Only where publishing fails does the old copy go back itself.
 */
const giveBackLater = (
  message: ConsumeMessage,
  job: Job,
  answers: Acknowledger,
  { giveBackMs, republish }: SubscriptionOptions,
): void => {
  const giveBack = async (): Promise<void> => {
    if (await republish(job)) answers.ack(message)
    else answers.reject(message, true)
  }
  setTimeout(() => void giveBack(), giveBackMs).unref()
}

/** Hands a message of the broker to the handler, as a delivery that is answered once. */
const deliver = (message: ConsumeMessage, answers: Acknowledger, options: SubscriptionOptions): void => {
  answers.delivered(message)
  const messageId = decodeJob(message.content)
  if (messageId === undefined) return answers.reject(message, false)
  const job: Job = { messageId, lane: options.lane }
  let isAnswered = false
  const once = (run: () => void) => (): void => {
    if (isAnswered) return
    isAnswered = true
    run()
  }
  options.handler({
    job,
    ack: once(() => answers.ack(message)),
    giveBack: once(() => giveBackLater(message, job, answers, options)),
  })
}

/**
 * Opens a channel on the connection and lets it deliver; rejects where that fails. `onEnd` is called once, when
 * the channel is no more.
 */
const startReading = async (
  model: ChannelModel,
  options: SubscriptionOptions,
  isStopped: () => boolean,
  onEnd: () => void,
): Promise<Reading> => {
  const { prefix, lane, prefetch } = options
  const channel = await model.createChannel()
  const answers = createAcknowledger(channel, () => {
    if (isStopped()) closeQuietly(channel)
  })
  const ending = new AbortController()
  channel.on('error', ignore)
  channel.on('close', () => {
    ending.abort()
    answers.end()
    onEnd()
  })
  await assertTopology(channel, prefix)
  await channel.prefetch(prefetch)
  const { consumerTag } = await channel.consume(laneQueue(prefix, lane), (message) => {
    // The broker ended the consumer, as it does when the queue is deleted: begin anew on another channel.
    if (message === null) closeQuietly(channel)
    else if (isStopped()) {
      answers.delivered(message)
      answers.reject(message, true)
    } else deliver(message, answers, options)
  })
  // The channel may have ended together with this last answer: nobody would be told of its end any more.
  ending.signal.throwIfAborted()
  return { channel, answers, consumerTag }
}

export const createSubscription = (link: Link, options: SubscriptionOptions): Subscription => {
  let reading: Reading | undefined
  let starting: Promise<void> | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const restart = (): void => {
    reading = undefined
    clearTimeout(retry)
    if (!stopped) retry = setTimeout(wake, RESUBSCRIBE_AFTER_MS)
  }
  const start = async (model: ChannelModel): Promise<void> => {
    try {
      reading = await startReading(model, options, () => stopped, restart)
    } catch {
      restart()
    }
    starting = undefined
  }
  const wake = (): void => {
    const model = link.model()
    if (stopped || reading !== undefined || starting !== undefined || model === undefined) return
    starting = start(model)
  }
  return {
    wake,
    flush: () => reading?.answers.flush(),
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      if (starting !== undefined) await within(starting, STOP_TIMEOUT_MS)
      if (reading === undefined) return
      const { channel, answers, consumerTag } = reading
      await within((async () => channel.cancel(consumerTag))(), STOP_TIMEOUT_MS)
      answers.flush()
    },
  }
}
