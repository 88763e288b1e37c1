import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import { E } from '@postrider/core/fp'
import { ENDPOINT_STATES, type EndpointState } from '@postrider/core/webhooks/domain/endpoint-state'
import type { ClaimQuery, WebhookBacklog } from '@postrider/core/webhooks/ports/webhook-storage'
import { isNull, optional, readInteger, readText } from '../cells/cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'

/** Each newest endpoint: its app and position, the number of events after it, and what is pending. */
const findBehind = statement(`
  SELECT e.id, e.app_id, e.disabled_at, e.failing_since, e.delivered_to, s.seq - e.delivered_to,
    (SELECT COUNT(*) FROM webhook_pending p WHERE p.endpoint_id = e.id),
    (SELECT MIN(p.seq) FROM webhook_pending p WHERE p.endpoint_id = e.id)
  FROM webhook_endpoints e {by webhook_endpoints.by_kind} LEFT JOIN event_streams s ON s.app_id = e.app_id
  WHERE e.is_of_receiver = ? ORDER BY e.id DESC LIMIT ?`)
/**
 * When an event got its number. MySQL sorts all events of an app, or reads all before this one, if this is a
 * subquery of the above.
 */
const findTime = statement(`
  SELECT b.at FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = ?x AND b.last_seq >= ? ORDER BY b.last_seq LIMIT 1`)

/** The endpoints that are counted. */
const COUNTED = 2_000

/** A counted endpoint. */
interface Counted {
  readonly endpointId: string
  readonly state: EndpointState
  readonly events: number
  /** Finds the time of the oldest event that waits for an attempt. */
  readonly oldest: Statement | undefined
}

const countedIn = ([
  id,
  app,
  disabledAt,
  failingSince,
  delivered,
  behind,
  pending,
  first,
]: Rows[number]): Counted => {
  const ahead = optional(readInteger, behind) ?? 0
  const next = ahead > 0 ? [readInteger(delivered) + 1] : []
  const waiting = [...next, ...(isNull(first) ? [] : [readInteger(first)])]
  const state = isNull(failingSince) ? 'active' : 'failing'
  return {
    endpointId: readText(id),
    state: isNull(disabledAt) ? state : 'disabled',
    events: ahead + readInteger(pending),
    oldest: waiting.length === 0 || !isNull(disabledAt) ? undefined : findTime(app ?? null, leastOf(waiting)),
  }
}

/** The newest endpoints of a kind, and the backlog of each state. */
export interface CountedEndpoints {
  readonly counted: readonly Counted[]
  readonly backlog: readonly WebhookBacklog[]
}

/** Counts the waiting events and finds the oldest one, by the state of endpoints. `of`: as in the claims. */
export const countEndpoints = async (
  engine: Engine,
  of: ClaimQuery['of'],
): Promise<E.Either<StorageUnavailable, CountedEndpoints>> => {
  const read = await engine.read([findBehind(of === 'receiver' ? 1 : 0, COUNTED)], 'each')
  if (E.isLeft(read)) return read
  const counted = (read.right[0] ?? []).map(countedIn)
  const waiting = counted.flatMap(({ state, oldest }) => (oldest === undefined ? [] : { state, oldest }))
  const reads = waiting.map(({ oldest }) => oldest)
  const found = reads.length === 0 ? E.right([]) : await engine.read(reads, 'each')
  return E.map((answers: readonly Rows[]) => {
    const backlog = ENDPOINT_STATES.map((state): WebhookBacklog => {
      const own = counted.filter((one) => one.state === state)
      const ofState = answers.filter((_, at) => waiting[at]?.state === state)
      const times = ofState.flatMap((rows) => rows.map(([at]) => readInteger(at)))
      return {
        state,
        endpoints: own.length,
        events: own.reduce((sum, { events }) => sum + events, 0),
        oldestMs: times.length === 0 ? undefined : leastOf(times),
      }
    })
    return { counted, backlog }
  })(found)
}
