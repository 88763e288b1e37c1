import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Telemetry } from '../../../messaging/ports/telemetry.js'
import type { OutboxSelection, OutboxStorage } from '../../../messaging/ports/outbox-storage.js'

interface Needs {
  readonly storage: { readonly outbox: OutboxStorage }
  readonly clock: Clock
  readonly telemetry: Telemetry
}

/**
 * Makes the messages that a switch affects due immediately, so that nothing stopped stays in the queue. If
 * that fails, they are handled when they are due anyway, and the error is emitted to telemetry.
 */
export const requeueAffected =
  ({ storage, clock, telemetry }: Needs) =>
  async (concerned: OutboxSelection): Promise<void> => {
    const madeDue = await storage.outbox.makeDueNow(concerned, clock.nowMs())()
    if (E.isLeft(madeDue))
      telemetry.emit({ _tag: 'PartFailed', where: 'operators', cause: madeDue.left.cause })
  }
