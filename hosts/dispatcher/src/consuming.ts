import { LANES } from '@postrider/core/kernel/messages/lane'
import { E } from '@postrider/core/fp'
import { errorMessage } from '@postrider/core/kernel/texts/error-message'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
import type { Consumer, Delivery, Queue } from '@postrider/core/messaging/ports/queue'

const RETRY_MS = 1000

/**
 * Consumes from every lane as soon as the queue allows it, trying every second. From then on the queue itself
 * recovers from every loss of its broker.
 */
export const startConsuming = (
  {
    queue,
    timers,
    telemetry,
  }: { readonly queue: Queue; readonly timers: Timers; readonly telemetry: Telemetry },
  prefetch: number,
  take: (delivery: Delivery) => void,
): Consumer => {
  let consumer: Consumer | undefined
  let isStopped = false
  // Queues must not throw; if one does, the call is tried again like any other failure.
  const consumed = async (): ReturnType<ReturnType<typeof queue.consume>> => {
    try {
      return await queue.consume(LANES, prefetch, take)()
    } catch (cause) {
      return E.left({ _tag: 'QueueUnavailable', cause: `the queue threw in consume: ${errorMessage(cause)}` })
    }
  }
  const begin = async (): Promise<void> => {
    const begun = await consumed()
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
