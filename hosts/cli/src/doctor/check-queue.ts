import { LANES } from '@postrider/core/domain/channels/lane'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { fine, type Finding, wrong } from './finding.js'

/** Whether the queue answers. The embedded one stands and falls with the database. */
export const checkQueue = async ({ settings, ports }: Composition): Promise<readonly Finding[]> => {
  if (settings.queueUrl === 'embedded:') return [fine('queue', 'is in the database')]
  const waiting: string[] = []
  for (const lane of LANES) {
    const depth = await ports.queue.depth(lane)()
    if (E.isLeft(depth))
      return [
        wrong(
          'queue',
          `RabbitMQ cannot be reached: ${depth.left.cause}`,
          'Check POSTRIDER_QUEUE_URL and that the broker runs. Messages are accepted meanwhile, and wait.',
        ),
      ]
    waiting.push(`${lane} ${depth.right}`)
  }
  return [fine('queue', `RabbitMQ answers; waiting: ${waiting.join(', ')}`)]
}
