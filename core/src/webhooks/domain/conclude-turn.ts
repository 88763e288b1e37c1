import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { type AttemptResult, healthAfter } from './endpoint-health.js'
import {
  type PlannedDelivery,
  type DeliveryPlan,
  keyOfEvent,
  MOST_PENDING,
  type PendingDelivery,
} from './plan-deliveries.js'
import { isOfReceiver } from './event-receiver.js'
import { nextAttemptMs } from './retry-schedule.js'
import type { DisabledBecause, EndpointHealth, WebhookEndpoint } from './webhook-endpoint.js'

/** An attempt of this turn and its result. */
export interface Attempted {
  readonly delivery: PlannedDelivery
  readonly result: AttemptResult
  readonly endedAtMs: EpochMs
}

/** The attempts of a chain: all of its deliveries, or those up to the first failure. */
type AttemptedChain = readonly Attempted[]

/** What a turn changes. */
export interface TurnEnd {
  readonly health: EndpointHealth
  readonly disabledBecause: DisabledBecause | undefined
  /** Whether the owners have to be warned. */
  readonly warns: boolean
  readonly deliveredTo: number
  /** Whether further events can be delivered or kept as pending; otherwise they stay in the stream. */
  readonly takesEvents: boolean
  /** Pending deliveries that are new or changed. */
  readonly put: readonly PendingDelivery[]
  /** Pending deliveries that were delivered or given up. */
  readonly removed: readonly number[]
  /** Events that were given up: customers can replay them. */
  readonly givenUp: readonly number[]
}

/**
 * The health after all attempts, in the order in which they ended. The event receiver is never disabled, because it
 * has no owners who could enable it.
 */
const healthAfterAll = (endpoint: WebhookEndpoint, attempts: readonly Attempted[]) => {
  let health: EndpointHealth = endpoint
  let disabledBecause: DisabledBecause | undefined
  let warns = false
  for (const { result, endedAtMs } of attempts.toSorted((one, other) => one.endedAtMs - other.endedAtMs)) {
    const after = healthAfter(health, result, endedAtMs)
    health = after.health
    disabledBecause = after.disabledBecause ?? disabledBecause
    warns ||= after.warns
  }
  const { failures, failingSinceMs, pausedUntilMs, isWarned } = health
  const after = { failures, failingSinceMs, pausedUntilMs, isWarned }
  return isOfReceiver(endpoint)
    ? { health: { ...after, isWarned: false }, disabledBecause: undefined, warns: false }
    : { health: after, disabledBecause, warns }
}

/** The moment of a turn's end, and random numbers from 0 up to but not including 1. */
export interface TurnMoment {
  readonly nowMs: EpochMs
  readonly fraction: () => number
}

/** The deliveries of a chain that are pending afterwards: the failed one, and those behind it. */
const pendingAfter = (
  endpoint: WebhookEndpoint,
  chain: readonly PlannedDelivery[],
  attempted: AttemptedChain,
  { nowMs, fraction }: TurnMoment,
): { readonly pending: readonly PendingDelivery[]; readonly givenUp: readonly number[] } => {
  const last = attempted.at(-1)
  const left = chain.slice(attempted.length)
  const waits = (
    behind: readonly PlannedDelivery[],
    dueAtMs: EpochMs | undefined,
  ): readonly PendingDelivery[] =>
    behind.map(({ event }, at) => ({
      sequence: event.sequence,
      key: keyOfEvent(event),
      attempts: 0,
      dueAtMs: at === 0 ? dueAtMs : undefined,
    }))
  if (last === undefined || last.result._tag === 'Delivered')
    return { pending: waits(left, nowMs), givenUp: [] }
  const { event, attempts: before } = last.delivery
  const attempts = before + 1
  const retryAfterMs = last.result._tag === 'Failed' ? last.result.retryAfterMs : undefined
  const dueAtMs = nextAttemptMs(attempts, last.endedAtMs, fraction(), {
    retryAfterMs,
    // Nobody could replay events of the event receiver.
    givesUp: !isOfReceiver(endpoint),
  })
  if (dueAtMs === undefined) return { pending: waits(left, last.endedAtMs), givenUp: [event.sequence] }
  const failed = { sequence: event.sequence, key: keyOfEvent(event), attempts, dueAtMs }
  return { pending: [failed, ...waits(left, undefined)], givenUp: [] }
}

/** Whether the endpoint can take further events after these changes. */
const takesEvents = (
  { ordering }: WebhookEndpoint,
  pending: readonly PendingDelivery[],
  put: ReadonlyMap<number, PendingDelivery>,
  removed: readonly number[],
): boolean => {
  const left = new Set([...pending.map(({ sequence }) => sequence), ...put.keys()])
  for (const sequence of removed) left.delete(sequence)
  return ordering === 'strict' ? left.size === 0 : left.size < MOST_PENDING
}

/**
 * What a turn changes, from its plan and its attempts by chain. An event that is delivered, given up or no longer
 * wanted makes the next
 * pending one of its message due; with strict ordering, the next one of all.
 */
export const concludeTurn = (
  endpoint: WebhookEndpoint,
  { chains, waiting, lost, unwanted, deliveredTo }: DeliveryPlan,
  pending: readonly PendingDelivery[],
  attempted: readonly AttemptedChain[],
  moment: TurnMoment,
): TurnEnd => {
  const before = new Map(pending.map((one) => [one.sequence, one]))
  const ends = chains.map((chain, at) => pendingAfter(endpoint, chain, attempted[at] ?? [], moment))
  const put = new Map([...waiting, ...ends.flatMap((end) => end.pending)].map((one) => [one.sequence, one]))
  const tried = attempted.flat().map(({ delivery: { event }, endedAtMs }) => ({
    sequence: event.sequence,
    key: keyOfEvent(event),
    endedAtMs,
  }))
  const gone = [...lost, ...unwanted].map(({ sequence, key }) => ({ sequence, key, endedAtMs: moment.nowMs }))
  const done = [...gone, ...tried.filter(({ sequence }) => !put.has(sequence))]
  const removed = done.map(({ sequence }) => sequence).filter((sequence) => before.has(sequence))
  for (const { sequence: ended, key, endedAtMs } of done) {
    const isBehind = (one: PendingDelivery): boolean =>
      one.sequence > ended && (endpoint.ordering === 'strict' || (key !== '' && one.key === key))
    const behind = [...pending.filter(({ sequence }) => !put.has(sequence)), ...put.values()]
      .filter((one) => isBehind(one) && !removed.includes(one.sequence))
      .toSorted((one, other) => one.sequence - other.sequence)[0]
    if (behind !== undefined && behind.dueAtMs === undefined)
      put.set(behind.sequence, { ...behind, dueAtMs: endedAtMs })
  }
  const givenUp = [...lost.map(({ sequence }) => sequence), ...ends.flatMap((end) => end.givenUp)]
  return {
    ...healthAfterAll(endpoint, attempted.flat()),
    deliveredTo,
    takesEvents: takesEvents(endpoint, pending, put, removed),
    put: [...put.values()],
    removed,
    givenUp,
  }
}
