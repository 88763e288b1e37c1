import type { Channel } from 'amqplib'

/** Closes a channel and waits for nothing: where the connection is lost meanwhile, amqplib never tells. */
export const closeQuietly = (channel: Channel): void => {
  void (async () => channel.close())().catch(() => undefined)
}
