import { MOST_PENDING } from '@postrider/core/webhooks/domain/plan-deliveries'
import type { Figure } from '../campaign.js'
import { COUNTED, messageOf, type SeenEvent } from './journal.js'
import { LIVE } from './receivers.js'
import type { Customer, Endpoint } from './stage.js'

/** A customer at the end: its whole stream, and what it did. */
export interface Played {
  readonly customer: Customer
  /** The stream of its app, from the first event. */
  readonly stream: readonly SeenEvent[]
  /** The messages that were accepted, without those that the restore lost. */
  readonly messageIds: readonly string[]
  /** The most events that wait for a retry at one endpoint. */
  readonly mostPending: number
}

/** A turn adds at most this many events to those that wait. */
const OF_A_TURN = 50
/** Much more than a dispatcher needs, and much less than all events. */
const MOST_MIB = 512

const isWanted = ({ types }: Endpoint, { type }: SeenEvent): boolean =>
  types === undefined || type === 'events.gap' || (types as readonly string[]).includes(type)

const isMissing = (endpoint: Endpoint, event: SeenEvent): boolean =>
  isWanted(endpoint, event) && !endpoint.journal.accepted.has(event.sequence)

/** The events of the stream that the endpoint never accepted. */
const missingAt = (endpoint: Endpoint, stream: readonly SeenEvent[]): number =>
  stream.filter((event) => isMissing(endpoint, event)).length

/** Checks whether an endpoint has every event of a growing stream. Each event that it has is compared only once. */
export const catchesUp = (endpoint: Endpoint, stream: readonly SeenEvent[]): (() => boolean) => {
  let next = 0
  return () => {
    for (let event = stream[next]; event !== undefined && !isMissing(endpoint, event); event = stream[next])
      next += 1
    return next === stream.length
  }
}

export const liveOf = ({ endpoints }: Customer): readonly Endpoint[] =>
  endpoints.filter(({ behavior }) => LIVE.includes(behavior))

interface Gap {
  readonly from: number
  readonly to: number
}

const gapsIn = (stream: readonly SeenEvent[]): readonly Gap[] =>
  stream
    .filter(({ type }) => type === 'events.gap')
    .map(({ data }) => ({ from: Number(data['fromSequence']), to: Number(data['toSequence']) }))

/** The sequences between two events that follow each other, unless the second one states them. */
const unstatedIn = (stream: readonly SeenEvent[]): number =>
  stream.filter(({ sequence, type, data }, at) => {
    const expected = (stream[at - 1]?.sequence ?? 0) + 1
    if (sequence === expected) return false
    return type !== 'events.gap' || data['fromSequence'] !== expected || data['toSequence'] !== sequence - 1
  }).length

/** The delivered events that are neither in the stream nor in a stated gap. */
const unexplainedIn = ({ customer, stream }: Played): number => {
  const kept = new Set(stream.map(({ sequence }) => sequence))
  const gaps = gapsIn(stream)
  const isStated = (sequence: number) => gaps.some(({ from, to }) => from <= sequence && sequence <= to)
  return [...customer.app.idOf.keys()].filter((sequence) => !kept.has(sequence) && !isStated(sequence)).length
}

/** The delivered events that the restore lost. */
const lostIn = ({ customer, stream }: Played): number => {
  const kept = new Set(stream.map(({ sequence }) => sequence))
  return [...customer.app.idOf.keys()].filter((sequence) => !kept.has(sequence)).length
}

/** The events that have another ID in the stream than in their deliveries. */
const differingIn = ({ customer, stream }: Played): number =>
  stream.filter(({ sequence, id }) => (customer.app.idOf.get(sequence) ?? id) !== id).length

const silentIn = ({ stream, messageIds }: Played): number => {
  const known = new Set(stream.map(messageOf))
  return messageIds.filter((id) => !known.has(id)).length
}

const sumOf = <A>(all: readonly A[], count: (one: A) => number): number =>
  all.reduce((sum, one) => sum + count(one), 0)

const figure = (what: string, value: number, expected: string, holds: boolean): Figure => ({
  what,
  value: `${Math.round(value)}`,
  expected,
  holds,
})

const none = (what: string, value: number): Figure => figure(what, value, '0', value === 0)

const most = (what: string, value: number, limit: number): Figure =>
  figure(what, value, `at most ${limit}`, value <= limit)

const some = (what: string, value: number, least: number): Figure =>
  figure(what, value, `at least ${least}`, value >= least)

/** Deliveries with each fault, and repeated ones, of all endpoints. */
const countsOf = (endpoints: readonly Endpoint[]) =>
  Object.fromEntries(
    COUNTED.map((name) => [name, sumOf(endpoints, ({ journal }) => journal.counts[name])]),
  ) as Readonly<Record<(typeof COUNTED)[number], number>>

/** The figures of one engine. */
export const judge = (
  name: string,
  played: readonly Played[],
  { kills, mostMiB }: { readonly kills: number; readonly mostMiB: number },
): readonly Figure[] => {
  const messages = sumOf(played, ({ messageIds }) => messageIds.length)
  const live = played.flatMap(({ customer }) => liveOf(customer))
  const counts = countsOf(played.flatMap(({ customer }) => customer.endpoints))
  const ordered = countsOf(live.filter(({ ordering }) => ordering === 'message'))
  const missing = sumOf(played, ({ customer, stream }) =>
    sumOf(liveOf(customer), (endpoint) => missingAt(endpoint, stream)),
  )
  const gaps = sumOf(played, ({ stream }) => gapsIn(stream).length)
  const pending = Math.max(...played.map(({ mostPending }) => mostPending))
  return [
    none(`${name}, ${messages} messages, ${kills} kills: messages without an event`, sumOf(played, silentIn)),
    some(
      `${name}: events`,
      sumOf(played, ({ stream }) => stream.length),
      2 * messages,
    ),
    none(`${name}: events lost at ${live.length} live endpoints`, missing),
    none(`${name}: events that overtook one of their message`, ordered.overtaken),
    none(
      `${name}: events out of sequence at strict endpoints`,
      countsOf(live.filter(({ ordering }) => ordering === 'strict')).overtaken,
    ),
    none(
      `${name}: sequences missing without an events.gap`,
      sumOf(played, ({ stream }) => unstatedIn(stream)),
    ),
    figure(`${name}: events.gap`, gaps, `${played.length}`, gaps === played.length),
    some(`${name}: delivered events that the restore lost`, sumOf(played, lostIn), 1),
    none(`${name}: lost ones outside of the stated gaps`, sumOf(played, unexplainedIn)),
    none(`${name}: deliveries with another webhook-id for the same sequence`, counts.renumbered),
    none(`${name}: events with another ID in GET /v1/events`, sumOf(played, differingIn)),
    some(`${name}: deliveries repeated with their webhook-id`, counts.repeated, 1),
    none(`${name}: wrong signatures`, counts.forged),
    none(`${name}: events of another Organization`, counts.foreign),
    most(`${name}: events waiting for a retry at one endpoint`, pending, MOST_PENDING + OF_A_TURN),
    most(`${name}: MiB of a dispatcher`, mostMiB, MOST_MIB),
  ]
}
