import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { OutboxSelection } from '../../../messaging/ports/outbox-storage.js'

/**
 * Makes the messages that a switch affects due immediately, so that nothing stopped stays in the queue. If
 * that fails, they are handled when they are due anyway, and the error is emitted to telemetry.
 */
export const requeueAffected =
  ({ storage, clock, telemetry }: Pick<Ports, 'storage' | 'clock' | 'telemetry'>) =>
  async (concerned: OutboxSelection): Promise<void> => {
    const madeDue = await storage.outbox.makeDueNow(concerned, clock.nowMs())()
    if (E.isLeft(madeDue))
      telemetry.emit({ _tag: 'PartFailed', where: 'operators', cause: madeDue.left.cause })
  }
