import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AppEvent } from '../../events/domain/event.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** An event that an endpoint didn't get yet, although later ones were tried. */
export interface PendingDelivery {
  readonly sequence: number
  /** Events with the same key are delivered in order: the message's ID, or empty for other events. */
  readonly key: string
  /** The attempts so far; 0: it waits behind an earlier event of its message. */
  readonly attempts: number
  /** When it is due; undefined: once the earlier event is delivered or given up. */
  readonly dueAtMs: EpochMs | undefined
}

/** An event to deliver now, and its attempts so far. */
export interface PlannedDelivery {
  readonly event: AppEvent
  readonly attempts: number
}

/** What to do in one turn for an endpoint. */
export interface DeliveryPlan {
  /** Chains of deliveries. Those of a chain follow each other, and end at the first failure. */
  readonly chains: readonly (readonly PlannedDelivery[])[]
  /** New events that wait behind a pending one of their message. */
  readonly waiting: readonly PendingDelivery[]
  /** The pending deliveries whose events are deleted. */
  readonly lost: readonly PendingDelivery[]
  /** The pending deliveries that are due and whose events the endpoint no longer wants. */
  readonly unwanted: readonly PendingDelivery[]
  /** The events up to here are delivered, in a chain or pending. */
  readonly deliveredTo: number
}

/** A plan for the deliveries that are kept. */
type PlanOfKept = Omit<DeliveryPlan, 'lost' | 'unwanted'>

/** The key of events that have to be delivered in order. */
export const keyOfEvent = ({ subject }: AppEvent): string =>
  subject.kind === 'message' ? subject.messageId : ''

interface Facts {
  /** The events after `deliveredTo`, in order; not more than fit into the turn. */
  readonly events: readonly AppEvent[]
  /** The pending deliveries of the endpoint, in order of sequence, with the events of those that are due. */
  readonly pending: readonly (PendingDelivery & { readonly event: AppEvent | undefined })[]
  /** The app's events up to here are deleted. */
  readonly purgedTo: number
  readonly nowMs: EpochMs
}

/**
 * From this many pending deliveries on, an endpoint gets no new events. So the pending ones take little space, and
 * all of them are known when new events are planned.
 */
export const MOST_PENDING = 200

/** Whether the endpoint gets events of the type; tests and gaps always. */
export const wantsType = ({ types }: Pick<WebhookEndpoint, 'types'>, type: AppEvent['type']): boolean =>
  types === undefined || types.includes(type) || type === 'webhook.test' || type === 'events.gap'

/** Whether the endpoint gets the event: a test only if it is for this endpoint, and gaps always. */
export const wantsEvent = (
  { types, endpointId }: Pick<WebhookEndpoint, 'types' | 'endpointId'>,
  { type, subject }: AppEvent,
): boolean => {
  return type === 'webhook.test'
    ? subject.kind === 'note' && subject.data['endpointId'] === endpointId
    : wantsType({ types }, type)
}

const isDue = ({ dueAtMs }: PendingDelivery, nowMs: EpochMs): boolean =>
  dueAtMs !== undefined && dueAtMs <= nowMs

/** One event at a time, in sequence: nothing passes a pending one. */
const planStrictly = (endpoint: WebhookEndpoint, { events, pending: [first], nowMs }: Facts): PlanOfKept => {
  const { deliveredTo } = endpoint
  if (first !== undefined) {
    const isReady = isDue(first, nowMs) && first.event !== undefined
    const chains =
      isReady && first.event !== undefined ? [[{ event: first.event, attempts: first.attempts }]] : []
    return { chains, waiting: [], deliveredTo }
  }
  const wanted = events
    .filter((event) => wantsEvent(endpoint, event))
    .map((event) => ({ event, attempts: 0 }))
  return {
    chains: wanted.length === 0 ? [] : [wanted],
    waiting: [],
    deliveredTo: events.at(-1)?.sequence ?? deliveredTo,
  }
}

/** Events of one message in order; other events don't wait for anything. */
const planByMessage = (endpoint: WebhookEndpoint, { events, pending, nowMs }: Facts): PlanOfKept => {
  const blocked = new Set<string>()
  const chains: PlannedDelivery[][] = []
  const byKey = new Map<string, PlannedDelivery[]>()
  const waiting: PendingDelivery[] = []
  const begin = (key: string, delivery: PlannedDelivery): void => {
    const chain = [delivery]
    chains.push(chain)
    if (key !== '') byKey.set(key, chain)
  }
  for (const one of pending) {
    const isFirst = one.key === '' || !blocked.has(one.key)
    if (one.key !== '') blocked.add(one.key)
    if (isFirst && isDue(one, nowMs) && one.event !== undefined)
      begin('', { event: one.event, attempts: one.attempts })
  }
  for (const event of events) {
    if (!wantsEvent(endpoint, event)) continue
    const key = keyOfEvent(event)
    const chain = byKey.get(key)
    if (blocked.has(key)) waiting.push({ sequence: event.sequence, key, attempts: 0, dueAtMs: undefined })
    else if (chain === undefined) begin(key, { event, attempts: 0 })
    else chain.push({ event, attempts: 0 })
  }
  return { chains, waiting, deliveredTo: events.at(-1)?.sequence ?? endpoint.deliveredTo }
}

/** The events up to the first one that could be tried. */
const upToFirst = (endpoint: WebhookEndpoint, { events, pending }: Facts): readonly AppEvent[] => {
  const keys = new Set(pending.map(({ key }) => key))
  const isFree = (event: AppEvent): boolean => keyOfEvent(event) === '' || !keys.has(keyOfEvent(event))
  const first = events.findIndex((event) => wantsEvent(endpoint, event) && isFree(event))
  return first === -1 ? events : events.slice(0, first + 1)
}

/** After a pause: one delivery, preferably one that failed before. */
const planProbe = (endpoint: WebhookEndpoint, facts: Facts): PlanOfKept => {
  const plan = endpoint.ordering === 'strict' ? planStrictly : planByMessage
  const retries = plan(endpoint, { ...facts, events: [] })
  const [first] = retries.chains
  if (first !== undefined) return { ...retries, chains: [first] }
  return plan(endpoint, { ...facts, events: upToFirst(endpoint, facts) })
}

/**
 * What to deliver in one turn. Events of one message never overtake each other. With `strict` ordering, nothing
 * overtakes anything. While an endpoint fails again and again, only one event is tried; the others stay in the
 * stream (docs/promises#webhooks). Deliveries end if their events were deleted meanwhile, or if the endpoint no longer
 * wants them, so that they don't hold up others.
 */
export const planDeliveries = (endpoint: WebhookEndpoint, facts: Facts): DeliveryPlan => {
  if (facts.nowMs < endpoint.pausedUntilMs)
    return { chains: [], waiting: [], lost: [], unwanted: [], deliveredTo: endpoint.deliveredTo }
  const isLost = ({ sequence }: PendingDelivery): boolean => sequence <= facts.purgedTo
  const isUnwanted = (one: Facts['pending'][number]): boolean =>
    one.event !== undefined && isDue(one, facts.nowMs) && !wantsEvent(endpoint, one.event)
  const lost = facts.pending.filter(isLost)
  const unwanted = facts.pending.filter((one) => !isLost(one) && isUnwanted(one))
  const kept = { ...facts, pending: facts.pending.filter((one) => !isLost(one) && !isUnwanted(one)) }
  const planFully = endpoint.ordering === 'strict' ? planStrictly : planByMessage
  const plan = endpoint.pausedUntilMs === 0 ? planFully : planProbe
  return { ...plan(endpoint, kept), lost, unwanted }
}
