import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import type { PartOf } from '@postrider/core/kernel/ports/part-of'
import type { EndpointId } from '@postrider/core/kernel/ids/id'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { endpointState, type FoundEndpoint } from '@postrider/core/webhooks/domain/endpoint-state'
import type { WebhookEndpoint } from '@postrider/core/webhooks/domain/webhook-endpoint'
import type { PlatformEndpointQuery } from '@postrider/core/webhooks/ports/webhook-storage'
import { optional, readInteger } from '../cells/cell.js'
import { BEYOND_ALL, idCell } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { readAsOf } from '../guards/as-of.js'
import { lookAt, readAhead } from '../platform/administration/look-at.js'
import { webhookAttempts, webhookEndpoints } from './tables.js'

/** The most endpoints that a page examines, with any filter. */
const MOST_LOOKED_AT = 2_000

const listEndpoints = statement(`
  SELECT ${webhookEndpoints.select('e')} FROM webhook_endpoints e {by webhook_endpoints.by_kind}
  WHERE e.is_of_receiver = 0 AND e.id < ?x ORDER BY e.id DESC LIMIT ?`)
const readLatest = statement(
  'SELECT s.seq FROM event_streams s {by event_streams.PRIMARY} WHERE s.app_id = ?x',
)
const countPending = statement(
  'SELECT COUNT(*) FROM webhook_pending p {by webhook_pending.PRIMARY} WHERE p.endpoint_id = ?x',
)
export const lastFailed = statement(`
  SELECT ${webhookAttempts.select('a')} FROM webhook_attempts a {by webhook_attempts.by_outcome}
  WHERE a.endpoint_id = ?x AND a.is_delivered = 0 ORDER BY a.at DESC, a.seq DESC, a.number DESC LIMIT 1`)

const healthOf = ({ endpointId, appId }: WebhookEndpoint): readonly Statement[] => {
  const id = idCell(endpointId)
  return [readLatest(idCell(appId)), countPending(id), lastFailed(id)]
}

const foundIn = (
  endpoint: WebhookEndpoint,
  [latest = [], pending = [], failed = []]: readonly Rows[],
): FoundEndpoint => {
  const behind = (optional(readInteger, latest[0]?.[0]) ?? 0) - endpoint.deliveredTo
  return {
    endpoint,
    waiting: Math.max(0, behind) + (optional(readInteger, pending[0]?.[0]) ?? 0),
    lastFailure: failed.map(webhookAttempts.of)[0],
  }
}

/** A page of the endpoints of all Organizations. Their waiting events are counted after they are found. */
export const readPlatformEndpoints = async (
  engine: Engine,
  { state, before, limit }: PlatformEndpointQuery,
): Promise<E.Either<StorageUnavailable, AsOf<PartOf<FoundEndpoint, EndpointId>>>> => {
  const most = readAhead(state !== undefined, limit, MOST_LOOKED_AT)
  const page = listEndpoints(before === undefined ? BEYOND_ALL : idCell(before), most)
  const read = await readAsOf(engine, [page], ([rows = []]) =>
    lookAt(rows.map(webhookEndpoints.of), {
      limit,
      mostLookedAt: MOST_LOOKED_AT,
      isSought: (endpoint) => state === undefined || endpointState(endpoint) === state,
      idOf: ({ endpointId }) => endpointId,
    }),
  )
  if (E.isLeft(read)) return read
  const { epoch, value } = read.right
  const statements = value.found.flatMap(healthOf)
  const health = statements.length === 0 ? E.right([]) : await engine.read(statements, 'each')
  return E.map((rows: readonly Rows[]) => {
    const found = value.found.map((endpoint, at) => foundIn(endpoint, rows.slice(3 * at, 3 * at + 3)))
    return { epoch, value: { found, before: value.before } }
  })(health)
}
