import type { Channel, ConsumeMessage } from 'amqplib'

/** Answers the deliveries of one channel, many with one frame. */
export interface Acknowledger {
  /** To be called with every delivery, in the order of arrival. */
  delivered(message: ConsumeMessage): void
  ack(message: ConsumeMessage): void
  /** Back to the queue at once, counted by the broker, or to the dead queue. */
  reject(message: ConsumeMessage, requeue: boolean): void
  /** Sends what was acknowledged in this turn of the event loop. */
  flush(): void
  /** Deliveries without an answer. */
  unanswered(): number
  /** The channel is gone, and with it the meaning of its delivery tags: answers are dropped from now on. */
  end(): void
}

/** Which of a channel's deliveries are answered; their tags count from 1, in the order of delivery. */
const createTagLog = () => {
  let highestDelivered = 0
  // Everything up to `floor` is answered; above it, `answered` says what is.
  let floor = 0
  const answered = new Set<number>()
  return {
    delivered: (tag: number): void => {
      highestDelivered = tag
    },
    /** False where the tag was answered before. */
    answer: (tag: number): boolean => {
      if (tag <= floor || answered.has(tag)) return false
      answered.add(tag)
      while (answered.delete(floor + 1)) floor += 1
      return true
    },
    hasGapBelow: (tag: number): boolean => tag > floor,
    unanswered: (): number => highestDelivered - floor - answered.size,
  }
}

/**
 * Acknowledgements of one turn of the event loop are sent together: one frame with `multiple` up to the
 * highest tag below which everything is answered, and one for each answered tag above a gap.
 */
export const createAcknowledger = (channel: Channel, onIdle: () => void): Acknowledger => {
  const tags = createTagLog()
  let alive = true
  let scheduled = false
  let fresh: ConsumeMessage[] = []

  const sendAcks = (acked: readonly ConsumeMessage[]): void => {
    let highest: ConsumeMessage | undefined
    for (const message of acked) {
      const tag = message.fields.deliveryTag
      if (tags.hasGapBelow(tag)) channel.ack(message)
      else if (highest === undefined || tag > highest.fields.deliveryTag) highest = message
    }
    if (highest !== undefined) channel.ack(highest, true)
  }

  /** A channel that closes at this moment throws; what it delivered is then delivered again. */
  const whileAlive = (run: () => void): void => {
    if (!alive) return
    try {
      run()
    } catch {
      alive = false
    }
  }

  const flush = (): void => {
    scheduled = false
    const acked = fresh
    fresh = []
    whileAlive(() => sendAcks(acked))
    if (alive && tags.unanswered() === 0) onIdle()
  }

  return {
    delivered: (message) => tags.delivered(message.fields.deliveryTag),
    ack: (message) => {
      if (!alive || !tags.answer(message.fields.deliveryTag)) return
      fresh.push(message)
      if (scheduled) return
      scheduled = true
      setImmediate(flush)
    },
    reject: (message, requeue) => {
      if (!alive || !tags.answer(message.fields.deliveryTag)) return
      whileAlive(() => channel.nack(message, false, requeue))
      if (tags.unanswered() === 0) flush()
    },
    flush,
    unanswered: tags.unanswered,
    end: () => {
      alive = false
    },
  }
}
