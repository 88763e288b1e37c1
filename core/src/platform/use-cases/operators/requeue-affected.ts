import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { OutboxSelection } from '../../../messaging/ports/outbox-storage.js'

/**
 * Makes the messages due at once that a switch concerns, so that nothing stopped stays in the queue; where that fails
 * they are met when they are due anyway, and telemetry is told.
 */
export const requeueAffected =
  ({ storage, clock, telemetry }: Pick<Ports, 'storage' | 'clock' | 'telemetry'>) =>
  async (concerned: OutboxSelection): Promise<void> => {
    const madeDue = await storage.outbox.makeDueNow(concerned, clock.nowMs())()
    if (E.isLeft(madeDue))
      telemetry.emit({ _tag: 'PartFailed', where: 'operators', cause: madeDue.left.cause })
  }
