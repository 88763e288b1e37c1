import type { Lane } from '../../../kernel/messages/lane.js'
import { MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { DueMessage } from '../../ports/outbox-storage.js'
import { laneCapacity, type LaneCapacityLimits } from './lane-capacity.js'

export interface RelayLimits extends LaneCapacityLimits {
  /** Messages taken at once, at the most. */
  readonly batch: number
  /** When a message that went to the queue is due again, should nobody have dealt with it. */
  readonly horizonMs: number
}

/**
 * Consumers have 1,000 deliveries of a lane in hand: as many again in the queue bridge a relay's look and turn, some
 * 100 ms, at several thousand a second. More would only make everyone wait behind the largest sender.
 */
export const DEFAULT_RELAY_LIMITS: RelayLimits = {
  batch: 500,
  horizonMs: MINUTE_MS,
  fewestWaiting: 50,
  mostWaiting: 1000,
  fullMs: 50,
}

/** What a turn of the relay did. */
export interface RelayTurn {
  readonly published: number
  /** After how long another turn can do more: 0 at once; undefined when something becomes due. */
  readonly againMs: number | undefined
}

type Needs = Pick<Ports, 'storage' | 'queue' | 'clock' | 'telemetry'> & { readonly relay: RelayLimits }

/** Publishes what was taken; what did not get to the queue is made due at once. Answers how many got there. */
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
 * Takes what is due in a lane and publishes it (docs/promises#lost-jobs), as much as the lane's queue has room
 * for: what waits longer waits in the outbox, where Organizations take turns. A message is taken by making it due
 * again at the horizon, so nothing is lost by dying at any point: what did not get to the queue is made due at
 * once, and what the queue lost comes back by itself. Resolves always; failures are told to telemetry. One turn at a
 * time.
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
