import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { createAcknowledger, type Acknowledger } from './acknowledger.js'
import { closeQuietly } from './close-quietly.js'
import type { Link } from './link.js'
import { assertTopology } from './topology.js'
import { settleWithin } from './within.js'

export interface SubscriptionOptions {
  readonly prefix: string
  readonly queue: string
  readonly prefetch: number
  /** Gets each message of the broker, and acknowledges it in the end. */
  readonly deliver: (message: ConsumeMessage, answers: Acknowledger) => void
}

/** One consumer's subscription to one queue, over successive channels. */
export interface Subscription {
  /** To be called when there is a connection. */
  wake(): void
  /** Stops accepting; the channel stays open until everything delivered is acknowledged. */
  stop(): Promise<void>
  /** Sends pending acknowledgments. */
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
 * Opens a channel on the connection and starts delivering; rejects if that fails. `onEnd` is called once,
 * when the channel has closed.
 */
const startReading = async (
  model: ChannelModel,
  options: SubscriptionOptions,
  isStopped: () => boolean,
  onEnd: () => void,
): Promise<Reading> => {
  const { prefix, queue, prefetch, deliver } = options
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
  const { consumerTag } = await channel.consume(queue, (message) => {
    // The broker ended the consumer, as it does when the queue is deleted: start again on another channel.
    if (message === null) closeQuietly(channel)
    else {
      answers.delivered(message)
      if (isStopped()) answers.reject(message, true)
      else deliver(message, answers)
    }
  })
  // The channel may have closed together with this last response; no later event would report that.
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
      if (starting !== undefined) await settleWithin(starting, STOP_TIMEOUT_MS)
      if (reading === undefined) return
      const { channel, answers, consumerTag } = reading
      await settleWithin((async () => channel.cancel(consumerTag))(), STOP_TIMEOUT_MS)
      answers.flush()
    },
  }
}
