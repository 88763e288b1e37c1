import { randomInt } from 'node:crypto'
import type { AppEvent } from '@postrider/core/events/domain/event'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { MOST_PENDING, type PendingDelivery } from '@postrider/core/webhooks/domain/plan-deliveries'
import { MOST_REPLAYED } from '@postrider/core/webhooks/domain/replay'
import type { WebhookEndpoint } from '@postrider/core/webhooks/domain/webhook-endpoint'
import type { ClaimedEndpoint, ClaimQuery } from '@postrider/core/webhooks/ports/webhook-storage'
import { optional, readInteger } from '../cells/cell.js'
import { BEYOND_ALL, idCell } from '../cells/id-cell.js'
import type { Engine, Rows, Statement, TransactionQuery } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { sharedNow } from '../engine/shared-now.js'
import { statement } from '../engine/template.js'
import { contiguous } from '../events/contiguous.js'
import { BLOCK, eventsIn } from '../events/tables.js'
import { UNLESS_HELD } from '../guards/restore-hold.js'
import { pendingDeliveries, webhookEndpoints } from './tables.js'

const DUE = `FROM webhook_endpoints e {by webhook_endpoints.by_due}
  WHERE e.is_of_receiver = ? AND e.due_at <= ? AND (e.lease_until IS NULL OR e.lease_until <= ?) AND e.organization_id NOT IN (?x*) AND ${UNLESS_HELD}`

const findDue = statement(`SELECT 1 ${DUE} LIMIT 1`)
const lockDue = statement(`
  SELECT ${webhookEndpoints.select('e')} ${DUE}
  ORDER BY e.due_at, e.id LIMIT ? {skip locked}`)
const lease = statement('UPDATE webhook_endpoints SET claim = ?, lease_until = ? WHERE id IN (?x*)')
/** All of them, so that what must not pass is known. */
const findPending = statement(`
  SELECT ${pendingDeliveries.select('p')} FROM webhook_pending p {by webhook_pending.PRIMARY}
  WHERE p.endpoint_id = ?x ORDER BY p.seq LIMIT ?`)
const readStream = statement('SELECT s.seq, s.purged FROM event_streams s WHERE s.app_id = ?x')
/** Sequences have no gaps, so that the range limits the number of events that are read. */
const findBlocks = statement(`
  SELECT ${BLOCK} FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = ?x AND b.last_seq > ? AND b.first_seq <= ? ORDER BY b.last_seq LIMIT ?`)
/** Beyond deleted events, or a stated gap. */
const findBlockOf = statement(`
  SELECT ${BLOCK} FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = ?x AND b.last_seq >= ? ORDER BY b.last_seq LIMIT 1`)

/** More than the pending deliveries of an endpoint: those of its turns, and those of replays. */
const PENDING = MOST_PENDING + MOST_REPLAYED + 100
const CLAIMS = 2 ** 47

/** The events after the position without a gap, except a stated one and deleted ones. */
const following = (blocks: Rows, after: number, most: number): readonly AppEvent[] =>
  contiguous(
    blocks.flatMap((row) => eventsIn(row, after, most)),
    after,
  ).slice(0, most)

interface Found {
  readonly endpoint: WebhookEndpoint
  readonly events: readonly AppEvent[]
  readonly pending: readonly PendingDelivery[]
  readonly purgedTo: number
}

/** What is stored of an endpoint's work. */
interface Stored {
  readonly endpoint: WebhookEndpoint
  readonly pending: readonly PendingDelivery[]
  readonly purgedTo: number
  /** The blocks with the next sequences. */
  readonly blocks: Rows
  /** Whether there are events, but only beyond those sequences. */
  readonly isBeyond: boolean
}

/** Reads the next events and the pending deliveries of each endpoint: one round trip for all of them. */
const findStored = async (
  endpoints: readonly WebhookEndpoint[],
  most: number,
  ask: TransactionQuery,
): Promise<readonly Stored[]> => {
  const answers = await ask(
    endpoints.flatMap(({ endpointId, appId, deliveredTo }) => {
      const app = idCell(appId)
      return [
        findPending(idCell(endpointId), PENDING),
        readStream(app),
        findBlocks(app, deliveredTo, deliveredTo + most, most),
      ]
    }),
  )
  return endpoints.map((endpoint, at) => {
    const [pendingRows = [], streams = [], blocks = []] = answers.slice(3 * at, 3 * at + 3)
    const [latest, purged] = streams[0] ?? []
    const isBeyond = blocks.length === 0 && (optional(readInteger, latest) ?? 0) > endpoint.deliveredTo
    const purgedTo = optional(readInteger, purged) ?? 0
    return { endpoint, pending: pendingRows.map(pendingDeliveries.of), purgedTo, blocks, isBeyond }
  })
}

/** Reads the work of each endpoint. A second round trip is needed only behind deleted events or a stated gap. */
const findWork = async (
  endpoints: readonly WebhookEndpoint[],
  most: number,
  ask: TransactionQuery,
): Promise<readonly Found[]> => {
  const stored = await findStored(endpoints, most, ask)
  const beyond = stored.filter(({ isBeyond }) => isBeyond).map(({ endpoint }) => endpoint)
  const next =
    beyond.length === 0
      ? []
      : await ask(beyond.map(({ appId, deliveredTo }) => findBlockOf(idCell(appId), deliveredTo + 1)))
  return stored.map(({ endpoint, pending, purgedTo, blocks, isBeyond }) => {
    const after = Math.max(endpoint.deliveredTo, purgedTo)
    const found = isBeyond ? (next[beyond.indexOf(endpoint)] ?? []) : blocks
    const events = pending.length < MOST_PENDING ? following(found, after, most) : []
    return { endpoint, pending, events, purgedTo }
  })
}

const isDue = ({ dueAtMs }: PendingDelivery, nowMs: EpochMs): boolean =>
  dueAtMs !== undefined && dueAtMs <= nowMs

/** Adds the events of pending deliveries that are due. */
const withDueEvents = async (
  found: readonly Found[],
  claim: number,
  { events: most }: ClaimQuery,
  nowMs: EpochMs,
  ask: TransactionQuery,
): Promise<readonly ClaimedEndpoint[]> => {
  const due = found.map(({ pending }) => pending.filter((one) => isDue(one, nowMs)).slice(0, most))
  const wanted = found.flatMap(({ endpoint }, at) =>
    (due[at] ?? []).map(({ sequence }) => findBlockOf(idCell(endpoint.appId), sequence)),
  )
  const rows = wanted.length === 0 ? [] : await ask(wanted)
  let next = 0
  return found.map(({ endpoint, events, pending, purgedTo }, at) => {
    const own = new Map<number, AppEvent>()
    for (const { sequence } of due[at] ?? []) {
      const blocks = rows[next] ?? []
      next += 1
      for (const event of blocks.flatMap((row) => eventsIn(row, sequence - 1, 1)))
        if (event.sequence === sequence) own.set(sequence, event)
    }
    const withEvents = pending.map((one) => ({ ...one, event: own.get(one.sequence) }))
    return { endpoint, claim, events, pending: withEvents, purgedTo }
  })
}

/**
 * Leases endpoints that have something to do, with their next events. Nothing is locked if there are none, because
 * each process asks several times a second.
 */
export const claimEndpoints = async (
  engine: Engine,
  nowMs: EpochMs,
  leaseMs: number,
  query: ClaimQuery,
): Promise<E.Either<StorageUnavailable, readonly ClaimedEndpoint[]>> => {
  const now = sharedNow(nowMs)
  const of = query.of === 'receiver' ? 1 : 0
  const except = query.except.length === 0 ? [BEYOND_ALL] : query.except.map(idCell)
  const due = await engine.read([findDue(of, now, now, except)], 'each')
  if (E.isLeft(due)) return due
  if (due.right[0]?.length === 0) return E.right([])
  const claim = randomInt(CLAIMS)
  const outcome = await engine.transaction<readonly ClaimedEndpoint[]>(
    [lockDue(of, now, now, except, query.endpoints)],
    async ([rows = []], ask) => {
      const endpoints = rows.map(webhookEndpoints.of)
      if (endpoints.length === 0) return { statements: [], isKept: false, result: [] }
      const found = await findWork(endpoints, query.events, ask)
      const statements: readonly Statement[] = [
        lease(
          claim,
          sharedNow(nowMs, leaseMs),
          endpoints.map(({ endpointId }) => idCell(endpointId)),
        ),
      ]
      return { statements, isKept: true, result: await withDueEvents(found, claim, query, nowMs, ask) }
    },
  )
  return unknownIsUndone(outcome)
}
