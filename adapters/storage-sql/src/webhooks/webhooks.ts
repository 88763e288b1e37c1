import type {
  AttemptQuery,
  EndpointQuery,
  StoredDelivery,
  WebhookStorage,
} from '@postrider/core/webhooks/ports/webhook-storage'
import { SHOWN_FIELDS } from '@postrider/core/messaging/domain/messages/message'
import { E } from '@postrider/core/fp'
import { readInteger, readText } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { BLOCK, eventsIn } from '../events/tables.js'
import { readAsOf } from '../guards/as-of.js'
import { messages as messageTable } from '../messaging/messages/table.js'
import { claimEndpoints } from './claim-endpoints.js'
import { concludeStoredTurn } from './conclude-turn.js'
import { pendingDeliveries, webhookAttempts, webhookEndpoints } from './tables.js'
import { readPlatformEndpoints } from './platform-endpoints.js'
import { readStoredReceiver, serveStoredReceiver } from './event-receiver.js'
import { type CountedEndpoints, countEndpoints } from './webhook-backlog.js'

const addressed = messageTable.pick(...SHOWN_FIELDS, 'to', 'trace')

const findMessages = statement(
  `SELECT ${addressed.select('m')} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*)`,
)

const ENDPOINT = webhookEndpoints.select('e')
/** Larger than any ID. */
const AFTER_ALL = 'f'.repeat(32)
const ofOrganization = statement(`
  SELECT ${ENDPOINT} FROM webhook_endpoints e {by webhook_endpoints.of_organization}
  WHERE e.organization_id = ?x AND e.id < ?x ORDER BY e.id DESC LIMIT ?`)
const ofApp = statement(`
  SELECT ${ENDPOINT} FROM webhook_endpoints e {by webhook_endpoints.of_app}
  WHERE e.app_id = ?x AND e.organization_id = ?x AND e.id < ?x ORDER BY e.id DESC LIMIT ?`)
const findOwned = statement(`
  SELECT ${ENDPOINT} FROM webhook_endpoints e {by webhook_endpoints.PRIMARY}
  WHERE e.id = ?x AND e.organization_id = ?x`)
const findNoticed = statement(`
  SELECT e.id, e.organization_id FROM webhook_endpoints e {by webhook_endpoints.by_notice}
  WHERE e.notice IS NOT NULL ORDER BY e.notice, e.id LIMIT ?`)

const endpointsOf = ({ organizationId, appId, before, limit }: EndpointQuery): Statement => {
  const last = before === undefined ? AFTER_ALL : idCell(before)
  return appId === undefined
    ? ofOrganization(idCell(organizationId), last, limit)
    : ofApp(idCell(appId), idCell(organizationId), last, limit)
}

const ATTEMPT = webhookAttempts.select('a')
const LAST = Number.MAX_SAFE_INTEGER
const newest = statement(`
  SELECT ${ATTEMPT} FROM webhook_attempts a {by webhook_attempts.PRIMARY}
  WHERE a.endpoint_id = ?x AND a.at <= ? AND (a.at < ? OR a.seq < ?) ORDER BY a.at DESC, a.seq DESC, a.number DESC LIMIT ?`)
const newestWith = statement(`
  SELECT ${ATTEMPT} FROM webhook_attempts a {by webhook_attempts.by_outcome}
  WHERE a.endpoint_id = ?x AND a.is_delivered = ? AND a.at <= ? AND (a.at < ? OR a.seq < ?)
  ORDER BY a.at DESC, a.seq DESC, a.number DESC LIMIT ?`)
const ofEvent = statement(`
  SELECT ${ATTEMPT} FROM webhook_attempts a {by webhook_attempts.of_event}
  WHERE a.endpoint_id = ?x AND a.seq = ? AND a.at < ? ORDER BY a.at DESC LIMIT ?`)

const ofEventWith = statement(`
  SELECT ${ATTEMPT} FROM webhook_attempts a {by webhook_attempts.of_event}
  WHERE a.endpoint_id = ?x AND a.seq = ? AND a.at < ? AND a.is_delivered = ? ORDER BY a.at DESC LIMIT ?`)

const attemptsOf = ({ endpointId, sequence, isDelivered, before, limit }: AttemptQuery): Statement => {
  const id = idCell(endpointId)
  const { atMs = LAST, sequence: seq = LAST } = before ?? {}
  if (isDelivered === undefined)
    return sequence === undefined ? newest(id, atMs, atMs, seq, limit) : ofEvent(id, sequence, atMs, limit)
  const outcome = isDelivered ? 1 : 0
  return sequence === undefined
    ? newestWith(id, outcome, atMs, atMs, seq, limit)
    : ofEventWith(id, sequence, atMs, outcome, limit)
}

const findEvent = statement(`
  SELECT ${BLOCK} FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = (SELECT e.app_id FROM webhook_endpoints e WHERE e.id = ?x) AND b.last_seq >= ? AND b.first_seq <= ?
  ORDER BY b.last_seq LIMIT 1`)
const findPending = statement(`
  SELECT ${pendingDeliveries.select('p')} FROM webhook_pending p {by webhook_pending.PRIMARY}
  WHERE p.endpoint_id = ?x AND p.seq = ?`)

const deliveryIn = (
  [owned = [], blocks = [], pending = [], attempts = []]: readonly Rows[],
  sequence: number,
): StoredDelivery | undefined => {
  const [endpoint] = owned.map(webhookEndpoints.of)
  if (endpoint === undefined) return undefined
  const events = blocks.flatMap((row) => eventsIn(row, sequence - 1, 1))
  return {
    endpoint,
    event: events.find((event) => event.sequence === sequence),
    pending: pending.map(pendingDeliveries.of)[0],
    attempts: attempts.map(webhookAttempts.of),
  }
}

const findOld = statement(`
  SELECT a.endpoint_id, a.at FROM webhook_attempts a {by webhook_attempts.by_age} WHERE a.at < ? ORDER BY a.at LIMIT ?`)
const removeUpTo = statement('DELETE FROM webhook_attempts WHERE endpoint_id = ?x AND at <= ?')

const purging = (old: Rows): readonly Statement[] => {
  const last = new Map<string, number>()
  for (const [endpoint, at] of old) last.set(readText(endpoint), readInteger(at))
  return [...last].map(([endpoint, at]) => removeUpTo(endpoint, at))
}

/** Webhook endpoints, their deliveries and the log of attempts. */
export const webhookStorage = (engine: Engine): WebhookStorage => ({
  claim: (nowMs, leaseMs, query) => () => claimEndpoints(engine, nowMs, leaseMs, query),
  conclude: (record) => () => concludeStoredTurn(engine, record),
  messages: (ids) => async () => {
    if (ids.length === 0) return E.right([])
    const read = await engine.read([findMessages(ids.map(idCell))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(addressed.of))(read)
  },
  endpoints: (query) => () =>
    readAsOf(engine, [endpointsOf(query)], ([rows = []]) => rows.map(webhookEndpoints.of)),
  ofPlatform: (query) => () => readPlatformEndpoints(engine, query),
  attempts: (query) => () =>
    readAsOf(
      engine,
      [findOwned(idCell(query.endpointId), idCell(query.organizationId)), attemptsOf(query)],
      ([owned = [], rows = []]) => (owned.length === 0 ? undefined : rows.map(webhookAttempts.of)),
    ),
  delivery:
    ({ endpointId, organizationId }, sequence, mostAttempts) =>
    () => {
      const id = idCell(endpointId)
      return readAsOf(
        engine,
        [
          findOwned(id, idCell(organizationId)),
          findEvent(id, sequence, sequence),
          findPending(id, sequence),
          ofEvent(id, sequence, LAST, mostAttempts),
        ],
        (rows) => deliveryIn(rows, sequence),
      )
    },
  notices: (most) => async () => {
    const read = await engine.read([findNoticed(most)], 'each')
    return E.map(([rows = []]: readonly Rows[]) =>
      rows.map(([id, owner]) => ({ endpointId: idOf('whe', id), organizationId: idOf('org', owner) })),
    )(read)
  },
  backlog: () => async () =>
    E.map(({ backlog }: CountedEndpoints) => backlog)(await countEndpoints(engine, 'organizations')),
  serveReceiver: (host, after, most) => () => serveStoredReceiver(engine, host, after, most),
  receiver: () => () => readStoredReceiver(engine),
  purgeAttempts: (beforeMs, most) => async () => {
    const outcome = await engine.transact([findOld(beforeMs, most)], ([old = []]) => ({
      statements: purging(old),
      result: old.length,
    }))
    return unknownIsUndone(outcome)
  },
})
