import { LANES } from '@postrider/core/domain/channels/lane'
import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/ports/ports'
import type { Consumer, Delivery } from '@postrider/core/ports/queue'

const RETRY_MS = 1000

/**
 * Consumes from every lane as soon as the queue lets it, trying every second; from then on the queue goes on by
 * itself through every loss of its broker.
 */
export const startConsuming = (
  { queue, timers, telemetry }: Pick<Ports, 'queue' | 'timers' | 'telemetry'>,
  prefetch: number,
  take: (delivery: Delivery) => void,
): Consumer => {
  let consumer: Consumer | undefined
  let isStopped = false
  const begin = async (): Promise<void> => {
    const begun = await queue.consume(LANES, prefetch, take)()
    if (E.isRight(begun)) {
      consumer = begun.right
      return
    }
    telemetry.emit({ _tag: 'PartFailed', where: 'queue', cause: begun.left.cause })
    await new Promise<void>((resolve) => timers.after(RETRY_MS, resolve))
    if (!isStopped) await begin()
  }
  const beginning = begin()
  return {
    stop: async () => {
      isStopped = true
      await beginning
      await consumer?.stop()
    },
  }
}
