import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { OutboxSelection } from '../../../messaging/ports/outbox-storage.js'

/**
 * Makes the messages due at once that a switch concerns, so that nothing stopped stays in the queue; where that fails
 * they are met when they are due anyway, and telemetry is told.
 */
export const lookAgain =
  ({ storage, clock, telemetry }: Pick<Ports, 'storage' | 'clock' | 'telemetry'>) =>
  async (concerned: OutboxSelection): Promise<void> => {
    const hastened = await storage.outbox.hasten(concerned, clock.nowMs())()
    if (E.isLeft(hastened))
      telemetry.emit({ _tag: 'PartFailed', where: 'operators', cause: hastened.left.cause })
  }
