import { E } from '../../fp.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { refusalSaying } from '../../kernel/refusals/refusal.js'
import { type EpochMs, momentOf } from '../../kernel/time/epoch-ms.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { keyOfEvent, wantsEvent, wantsType } from '../domain/plan-deliveries.js'
import { MOST_REPLAYED, replayedDeliveries, type ReplayedEvent } from '../domain/replay.js'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js'
import type { EventRange } from '../ports/webhook-endpoints.js'
import { ENDPOINTS_AGENTS_TOO } from './entry-parts.js'
import { IS_DISABLED, ownedEndpoint } from './owned-endpoint.js'
import { endpointId } from './shapes.js'

const position = (description: string) => integer({ min: 1, description, example: 1205 })

/**
 * Delivers events of a range, or failed events since a time, again. Conflict for a disabled endpoint, and while
 * as many deliveries are pending as one replay can have.
 */
export const replayWebhookEventsEntry = entryOf('Webhooks', 'replayWebhookEvents', {
  ...ENDPOINTS_AGENTS_TOO,
  summary: 'Deliver events to a webhook endpoint again',
  description:
    'Pass `fromSequence` with `toSequence` for a range of events, or `failedSince` for the events whose attempts failed since a time. Events that the endpoint does not want, because of `types` or as tests of other endpoints, are left out. At most 1,000 events are pending afterwards: call it again with `nextSequence` for more. The events keep their IDs.',
  success: 'The events will be delivered again.',
  mutation: true,
  effect: 'changes',
  refusals: ['Conflict', 'NotFound'],
  whileSuspended: false,
  controls: [],
  request: mutationRequest(
    { organizationId, endpointId },
    {
      fromSequence: position('Sequence of the first event.'),
      toSequence: position('Sequence of the last event. Default: `fromSequence`.'),
      failedSince: timestamp(
        'Time since which attempts failed. Events that were delivered since are left out.',
      ),
    },
  ),
  result: mutationResult(
    {
      events: integer({ min: 0, description: 'Number of events that will be delivered again.', example: 42 }),
      nextSequence: nullable(position('`fromSequence` of the next call; null if there are no more events.')),
    },
    {},
  ),
})

type Call = CallOf<typeof replayWebhookEventsEntry>

/** The requested events that the endpoint wants, in order, and the first sequence for the next call. */
interface Requested {
  readonly events: readonly ReplayedEvent[]
  readonly nextSequence: number | null
}

const eventsInRange = async (
  unit: UnitOfWork,
  endpoint: WebhookEndpoint,
  range: EventRange,
  most: number,
): Promise<Requested> => {
  // Later events haven't been tried yet, and are delivered without a replay.
  const to = Math.min(range.to, endpoint.deliveredTo)
  const found = await unit.webhookEndpoints.eventsIn(endpoint.appId, { ...range, to }, most + 1)
  const wanted = found.slice(0, most).filter((event) => wantsEvent(endpoint, event))
  return {
    events: wanted.map((event) => ({ sequence: event.sequence, key: keyOfEvent(event) })),
    nextSequence: found[most]?.sequence ?? null,
  }
}

const failedEvents = async (
  unit: UnitOfWork,
  endpoint: WebhookEndpoint,
  range: { readonly sinceMs: EpochMs; readonly from: number },
  most: number,
): Promise<Requested> => {
  const found = await unit.webhookEndpoints.failedSince(endpoint.endpointId, range, most + 1)
  const wanted = found.slice(0, most).filter(({ type }) => wantsType(endpoint, type))
  return {
    events: wanted.map(({ sequence, key }) => ({ sequence, key })),
    nextSequence: found[most]?.sequence ?? null,
  }
}

const requested = (
  unit: UnitOfWork,
  endpoint: WebhookEndpoint,
  { fromSequence: from = 1, toSequence, failedSince }: Call['request'],
  most: number,
): Promise<Requested> =>
  failedSince === undefined
    ? eventsInRange(unit, endpoint, { from, to: toSequence ?? from }, most)
    : failedEvents(unit, endpoint, { sinceMs: momentOf(failedSince), from }, most)

export const replayWebhookEvents = mutation(replayWebhookEventsEntry, {
  lock: 'shared',
  inspect: ({ fromSequence, toSequence, failedSince }, { isBroken }) => {
    if (failedSince !== undefined && toSequence !== undefined)
      return [bodyProblem('/toSequence', 'not_allowed', "`toSequence` can't be combined with `failedSince`.")]
    const isGiven = (value: unknown, field: string): boolean => value !== undefined || isBroken(field)
    if (!isGiven(failedSince, '/failedSince') && !isGiven(fromSequence, '/fromSequence'))
      return [bodyProblem('/fromSequence', 'required', 'Pass `fromSequence` or `failedSince`.')]
    return fromSequence !== undefined && toSequence !== undefined && toSequence < fromSequence
      ? [bodyProblem('/toSequence', 'too_small', '`toSequence` must not be below `fromSequence`.')]
      : []
  },
  run: async (unit, call) => {
    const { request, nowMs } = call
    const found = await ownedEndpoint(unit, call)
    if (E.isLeft(found)) return found
    const endpoint = found.right
    if (endpoint.disabledAtMs !== undefined) return IS_DISABLED
    const pending = await unit.webhookEndpoints.pendingOf(endpoint.endpointId)
    const most = MOST_REPLAYED - pending.length
    if (most <= 0)
      return E.left(
        refusalSaying('Conflict', `${pending.length} deliveries are pending. Replay when they have ended.`),
      )
    const { events, nextSequence } = await requested(unit, endpoint, request, most)
    unit.webhookEndpoints.putPending(
      endpoint.endpointId,
      replayedDeliveries(endpoint, events, pending, nowMs),
    )
    // The pause ends, but only a success ends the time for which the endpoint has been failing.
    if (events.length > 0) unit.webhookEndpoints.replace({ ...endpoint, pausedUntilMs: 0 })
    const from = request.failedSince ?? request.fromSequence ?? 1
    return E.right({
      result: { events: events.length, nextSequence },
      about: { target: endpoint.endpointId, details: { from, events: events.length } },
    })
  },
})
