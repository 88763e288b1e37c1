import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import { E } from '@postrider/core/fp'
import {
  ENDPOINT_STATES,
  type EndpointState,
  type WebhookBacklog,
} from '@postrider/core/webhooks/ports/webhook-storage'
import { isNull, optional, readInteger } from '../cells/cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'

/** Each newest endpoint with its counts, and the time of the next event and of the first pending one. */
const findBehind = statement(`
  SELECT e.disabled_at, e.failing_since, s.seq - e.delivered_to,
    (SELECT COUNT(*) FROM webhook_pending p WHERE p.endpoint_id = e.id),
    (SELECT b.at FROM event_blocks b WHERE b.app_id = e.app_id AND b.last_seq > e.delivered_to ORDER BY b.last_seq LIMIT 1),
    (SELECT b.at FROM event_blocks b WHERE b.app_id = e.app_id
      AND b.last_seq >= (SELECT MIN(p.seq) FROM webhook_pending p WHERE p.endpoint_id = e.id) ORDER BY b.last_seq LIMIT 1)
  FROM webhook_endpoints e {by webhook_endpoints.PRIMARY} LEFT JOIN event_streams s ON s.app_id = e.app_id
  ORDER BY e.id DESC LIMIT ?`)

/** The endpoints that are counted. */
const COUNTED = 2_000

interface Counted {
  readonly state: EndpointState
  readonly events: number
  readonly oldestMs: number | undefined
}

const countedIn = ([disabledAt, failingSince, behind, pending, next, first]: Rows[number]): Counted => {
  const ahead = optional(readInteger, behind) ?? 0
  const waiting = readInteger(pending)
  const times = [
    ...(ahead > 0 ? [optional(readInteger, next)] : []),
    ...(waiting > 0 ? [optional(readInteger, first)] : []),
  ].filter((at) => at !== undefined)
  const state = isNull(failingSince) ? 'active' : 'failing'
  return {
    state: isNull(disabledAt) ? state : 'disabled',
    events: ahead + waiting,
    oldestMs: times.length === 0 || !isNull(disabledAt) ? undefined : leastOf(times),
  }
}

/** The number of waiting events and the oldest one, by the state of endpoints. */
export const readBacklog = async (
  engine: Engine,
): Promise<E.Either<StorageUnavailable, readonly WebhookBacklog[]>> => {
  const read = await engine.read([findBehind(COUNTED)], 'each')
  return E.map(([rows = []]: readonly Rows[]) => {
    const counted = rows.map(countedIn)
    return ENDPOINT_STATES.map((state): WebhookBacklog => {
      const own = counted.filter((one) => one.state === state)
      const times = own.flatMap(({ oldestMs }) => oldestMs ?? [])
      return {
        state,
        endpoints: own.length,
        events: own.reduce((sum, { events }) => sum + events, 0),
        oldestMs: times.length === 0 ? undefined : leastOf(times),
      }
    })
  })(read)
}
