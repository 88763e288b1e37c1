import type { Lane } from '../../../kernel/messages/lane.js'
import { MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Queue } from '../../ports/queue.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { DueMessage, OutboxStorage } from '../../ports/outbox-storage.js'
import { laneCapacity, type LaneCapacityLimits } from './lane-capacity.js'

export interface RelayLimits extends LaneCapacityLimits {
  /** The maximum number of messages taken at once. */
  readonly batch: number
  /** When a published message is due again, if it wasn't processed. */
  readonly horizonMs: number
}

/**
 * Consumers have 1,000 deliveries of a lane in hand. As many in the queue bridge the relay's interval of some
 * 100 ms at several thousand per second. More would only make all Organizations wait behind the largest
 * sender.
 */
export const DEFAULT_RELAY_LIMITS: RelayLimits = {
  batch: 500,
  horizonMs: MINUTE_MS,
  fewestWaiting: 50,
  mostWaiting: 1000,
  fullMs: 50,
}

/** The result of one turn of the relay. */
export interface RelayTurn {
  readonly published: number
  /** When another turn can do more: 0 at once; undefined when the next message is due. */
  readonly againMs: number | undefined
}

interface Needs {
  readonly relay: RelayLimits
  readonly storage: { readonly outbox: OutboxStorage }
  readonly queue: Queue
  readonly clock: Clock
  readonly telemetry: Telemetry
}

/**
 * Publishes the taken messages; those that didn't reach the queue are made due at once. Returns the number
 * published.
 */
const publish = async (needs: Needs, lane: Lane, due: readonly DueMessage[]): Promise<number> => {
  const { storage, queue, clock, telemetry } = needs
  const confirmed = await queue.publish(due.map(({ messageId, trace }) => ({ messageId, lane, trace })))()
  const arrived = new Set(E.isRight(confirmed) ? confirmed.right : [])
  const failed = due.filter(({ messageId }) => !arrived.has(messageId)).map(({ messageId }) => messageId)
  if (E.isLeft(confirmed)) telemetry.emit({ _tag: 'PartFailed', where: 'queue', cause: confirmed.left.cause })
  if (failed.length > 0) await storage.outbox.makeDue(failed, clock.nowMs())()
  telemetry.emit({ _tag: 'Relayed', lane, confirmed: arrived.size, failed: failed.length })
  return arrived.size
}

/**
 * Takes the due messages of a lane and publishes them (docs/promises#lost-jobs), as many as the lane's queue
 * can take. Longer waits happen in the outbox, where Organizations take turns. Taking a message makes it due
 * again at the horizon, so a crash at any point loses nothing. Messages that didn't reach the queue are made
 * due at once, and those that the queue lost are published again. It always resolves; failures go to
 * telemetry. Only one turn may run at a time.
 */
export const relayDue = (needs: Needs, lane: Lane): (() => Promise<RelayTurn>) => {
  const { storage, clock, telemetry, relay } = needs
  const capacity = laneCapacity(needs, lane, relay)
  return async () => {
    const limit = Math.min(relay.batch, await capacity.find())
    if (limit === 0) return { published: 0, againMs: relay.fullMs }
    const nowMs = clock.nowMs()
    const due = await storage.outbox.takeDue(lane, limit, nowMs, nowMs + relay.horizonMs)()
    if (E.isLeft(due)) {
      telemetry.emit({ _tag: 'PartFailed', where: 'relay', cause: due.left.cause })
      return { published: 0, againMs: undefined }
    }
    const isMore = due.right.length === limit
    capacity.given(due.right.length, isMore)
    if (due.right.length === 0) return { published: 0, againMs: undefined }
    const published = await publish(needs, lane, due.right)
    return { published, againMs: isMore && published === limit ? 0 : undefined }
  }
}
