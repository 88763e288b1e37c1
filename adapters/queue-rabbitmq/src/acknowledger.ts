import type { Channel, ConsumeMessage } from 'amqplib'

/** Acknowledges or rejects the deliveries of one channel, many with one frame. */
export interface Acknowledger {
  /** To be called with every delivery, in the order of arrival. */
  delivered(message: ConsumeMessage): void
  ack(message: ConsumeMessage): void
  /** Returns the delivery to the queue at once, counted by the broker, or moves it to the dead queue. */
  reject(message: ConsumeMessage, requeue: boolean): void
  /** Sends the acknowledgments of this turn of the event loop. */
  flush(): void
  /** The number of unacknowledged deliveries. */
  unanswered(): number
  /** The channel has closed, so its delivery tags are invalid: later acknowledgments are dropped. */
  end(): void
}

/**
 * Tracks which of a channel's deliveries are acknowledged; their tags count from 1, in the order of delivery.
 */
const createTagLog = () => {
  let highestDelivered = 0
  // Everything up to `floor` is acknowledged; above it, `answered` has the acknowledged tags.
  let floor = 0
  const answered = new Set<number>()
  return {
    delivered: (tag: number): void => {
      highestDelivered = tag
    },
    /** False if the tag was acknowledged before. */
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
 * Sends the acknowledgments of one turn of the event loop together. One frame with `multiple` goes up to the
 * highest tag below which everything is acknowledged. Each acknowledged tag above a gap has a frame of its
 * own.
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

  /** A channel that is closing throws; its deliveries are then delivered again. */
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
