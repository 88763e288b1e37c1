import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { type EpochMs, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import {
  type NewApp,
  receiverEndpoint,
  type ReceiverStatus,
} from '@postrider/core/webhooks/domain/event-receiver'
import type { LoggedAttempt, ReceiverProgress } from '@postrider/core/webhooks/ports/webhook-storage'
import { isNull, optional, readInteger, readText } from '../cells/cell.js'
import { idOf } from '../cells/id-cell.js'
import type { Engine, Rows, Statement, TransactionQuery } from '../engine/engine.js'
import { insertMissing, insertOrReplace, table } from '../engine/insertion.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { lastFailed } from './platform-endpoints.js'
import { webhookAttempts, webhookEndpoints } from './tables.js'
import { countEndpoints } from './webhook-backlog.js'

const readReceiver = statement(`
  SELECT r.host, r.since, r.confirmed_at FROM event_receiver r WHERE r.one = 1`)
const putReceiver = insertOrReplace(table('event_receiver', ['one', 'host', 'since', 'confirmed_at']), [
  'one',
])
/** The time of the database, by which events are numbered. */
const readMoment = statement('SELECT {database time}, i.held_since FROM installation i WHERE i.one = 1')
/** Each stream has the turn of its last event, and the head that of the last one of all. */
const readNewestMove = statement('SELECT h.event_turn FROM feed_head h WHERE h.one = 1')
/** Each app's endpoint has the bytes of the app's ID. */
const findNewApps = statement(`
  SELECT s.app_id, s.environment, s.moved FROM event_streams s {by event_streams.by_move}
  WHERE s.moved > ? AND s.moved <= ? AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = s.app_id)
  ORDER BY s.moved LIMIT ?`)
const findLastBefore = statement(`
  SELECT b.last_seq FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = ?x AND b.at < ? ORDER BY b.last_seq DESC LIMIT 1`)
const addEndpoints = insertMissing(webhookEndpoints.table, ['id'])

/** Confirmations are stored at this interval, so that dispatchers write few. */
const CONFIRM_MS = MINUTE_MS / 2
/** The failing apps whose last attempt is read. */
const MOST_FAILING = 10

interface Receiver {
  readonly host: string
  readonly sinceMs: EpochMs
  readonly confirmedAtMs: EpochMs
}

const receiverIn = (rows: Rows): Receiver | undefined =>
  rows.map(([host, since, confirmedAt]) => ({
    host: readText(host),
    sinceMs: readInteger(since),
    confirmedAtMs: readInteger(confirmedAt),
  }))[0]

const isConfirmed = (known: Receiver | undefined, host: string, nowMs: EpochMs): known is Receiver =>
  known?.host === host && nowMs - known.confirmedAtMs < CONFIRM_MS

interface Found {
  readonly apps: readonly NewApp[]
  readonly after: number
  readonly isMore: boolean
}

/** The next apps without an endpoint, in the order in which their streams moved. */
const findApps = async (
  sinceMs: EpochMs,
  { after, newest, most }: Readonly<{ after: number; newest: number; most: number }>,
  ask: TransactionQuery,
): Promise<Found> => {
  if (newest === after) return { apps: [], after, isMore: false }
  // The numbers of a restored database can be lower.
  const from = newest < after ? 0 : after
  const [found = []] = await ask([findNewApps(from, newest, most)])
  if (found.length === 0) return { apps: [], after: newest, isMore: false }
  const last = await ask(found.map(([app]) => findLastBefore(app ?? null, sinceMs)))
  const apps = found.map(([app, environment], at) => ({
    appId: idOf('app', app),
    environment: readText(environment) as NewApp['environment'],
    deliveredTo: optional(readInteger, last[at]?.[0]?.[0]) ?? 0,
  }))
  // Several streams can have moved in the turn of the last one.
  const isMore = found.length === most
  return { apps, after: isMore ? readInteger(found.at(-1)?.[2]) - 1 : newest, isMore }
}

/** Confirms the receiver, and adds endpoints for apps that have none. Nothing is locked if there is nothing to do. */
export const serveStoredReceiver = async (
  engine: Engine,
  host: string,
  after: number,
  most: number,
): Promise<E.Either<StorageUnavailable, ReceiverProgress>> => {
  const reads = [readReceiver(), readMoment(), readNewestMove()]
  const read = await engine.read(reads, 'each')
  if (E.isLeft(read)) return read
  const [known = [], moment = [], move = []] = read.right
  const newest = optional(readInteger, move[0]?.[0]) ?? 0
  const isDone = newest === after && isConfirmed(receiverIn(known), host, readInteger(moment[0]?.[0]))
  if (isDone) return E.right({ after, isMore: false })
  const outcome = await engine.transaction<ReceiverProgress>(reads, async (opened, ask) => {
    const [rows = [], [now] = [], moved = []] = opened
    const nowMs = readInteger(now?.[0])
    if (!isNull(now?.[1])) return { statements: [], isKept: false, result: { after, isMore: false } }
    const before = receiverIn(rows)
    const sinceMs = before?.sinceMs ?? nowMs
    const upTo = optional(readInteger, moved[0]?.[0]) ?? 0
    const found = await findApps(sinceMs, { after, newest: upTo, most }, ask)
    const statements: readonly Statement[] = [
      ...(isConfirmed(before, host, nowMs) ? [] : [putReceiver([1, host, sinceMs, nowMs])]),
      ...(found.apps.length === 0
        ? []
        : [addEndpoints(webhookEndpoints.rows(found.apps.map((app) => receiverEndpoint(app, nowMs))))]),
    ]
    return { statements, isKept: statements.length > 0, result: { after: found.after, isMore: found.isMore } }
  })
  return unknownIsUndone(outcome)
}

const newestOf = (attempts: readonly LoggedAttempt[]): LoggedAttempt | undefined =>
  attempts.toSorted((one, other) => other.atMs - one.atMs)[0]

/** The event receiver with what waits for it. */
export const readStoredReceiver = async (
  engine: Engine,
): Promise<E.Either<StorageUnavailable, ReceiverStatus | undefined>> => {
  const read = await engine.read([readReceiver()], 'each')
  if (E.isLeft(read)) return read
  const known = receiverIn(read.right[0] ?? [])
  if (known === undefined) return E.right(undefined)
  const counted = await countEndpoints(engine, 'receiver')
  if (E.isLeft(counted)) return counted
  const { counted: endpoints, backlog } = counted.right
  const failing = endpoints.filter(({ state }) => state === 'failing')
  const reads = failing.slice(0, MOST_FAILING).map(({ endpointId }) => lastFailed(endpointId))
  const failed = reads.length === 0 ? E.right([]) : await engine.read(reads, 'each')
  const times = backlog.flatMap(({ oldestMs }) => oldestMs ?? [])
  return E.map((rows: readonly Rows[]): ReceiverStatus => {
    const attempts = rows.flat().map(webhookAttempts.of)
    return {
      ...known,
      apps: endpoints.length,
      failingApps: failing.length,
      waiting: endpoints.reduce((sum, { events }) => sum + events, 0),
      oldestMs: times.length === 0 ? undefined : leastOf(times),
      lastFailure: newestOf(attempts),
    }
  })(failed)
}
