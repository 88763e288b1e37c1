import type { Channel } from 'amqplib'

/** Closes a channel without waiting: if the connection is lost meanwhile, amqplib never resolves. */
export const closeQuietly = (channel: Channel): void => {
  void (async () => channel.close())().catch(() => undefined)
}
