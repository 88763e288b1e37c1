import { type Lane, LANES } from '../../domain/channels/lane.js'
import { MINUTE_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { DueMessage } from '../../ports/storage/outbox-storage.js'

export interface RelayLimits {
  /** Messages taken at once. */
  readonly batch: number
  /** When a message that went to the queue is due again, should nobody have dealt with it. */
  readonly horizonMs: number
  /** Jobs waiting in a lane from which on nothing is published a second time: they are surely still there. */
  readonly backlog: number
}

export const DEFAULT_RELAY_LIMITS: RelayLimits = { batch: 500, horizonMs: MINUTE_MS, backlog: 1000 }

/** What a turn of the relay did. */
export interface RelayTurn {
  readonly published: number
  /** Whether more is due already. */
  readonly more: boolean
}

type Needs = Pick<Ports, 'storage' | 'queue' | 'clock' | 'telemetry'> & { readonly relay: RelayLimits }

/** Messages that may go to the queue: those that were never there, and others only while the lane is short. */
const publishable = async (
  { queue, relay }: Needs,
  lane: Lane,
  due: readonly DueMessage[],
): Promise<readonly DueMessage[]> => {
  if (due.every(({ publications }) => publications === 0)) return due
  const depth = await queue.depth(lane)()
  const isShort = E.isRight(depth) && depth.right < relay.backlog
  return isShort ? due : due.filter(({ publications }) => publications === 0)
}

/**
 * Takes what is due in each lane, most urgent first, and publishes it (reliability 2.3). A message is taken by
 * making it due again at the horizon, so nothing is lost by dying at any point: what did not get to the queue is
 * made due at once, and what the queue lost comes back by itself. Resolves always; trouble is told to telemetry.
 */
export const relayDue = (needs: Needs) => async (): Promise<RelayTurn> => {
  const { storage, queue, clock, telemetry, relay } = needs
  let published = 0
  let more = false
  for (const lane of LANES) {
    const nowMs = clock.nowMs()
    const due = await storage.outbox.takeDue(lane, relay.batch, nowMs, nowMs + relay.horizonMs)()
    if (E.isLeft(due)) {
      telemetry.happened({ _tag: 'Trouble', where: 'relay', cause: due.left.cause })
      return { published, more: false }
    }
    if (due.right.length === 0) continue
    const jobs = await publishable(needs, lane, due.right)
    if (jobs.length === 0) {
      more = more || due.right.length === relay.batch
      continue
    }
    const confirmed = await queue.publish(jobs.map(({ messageId }) => ({ messageId, lane })))()
    const arrived = new Set(E.isRight(confirmed) ? confirmed.right : [])
    const failed = jobs.filter(({ messageId }) => !arrived.has(messageId)).map(({ messageId }) => messageId)
    if (E.isLeft(confirmed))
      telemetry.happened({ _tag: 'Trouble', where: 'queue', cause: confirmed.left.cause })
    if (failed.length > 0) await storage.outbox.makeDue(failed, clock.nowMs())()
    telemetry.happened({ _tag: 'Relayed', lane, confirmed: arrived.size, failed: failed.length })
    published += arrived.size
    more = more || (due.right.length === relay.batch && failed.length === 0)
  }
  return { published, more }
}
