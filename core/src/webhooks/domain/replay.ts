import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { PendingDelivery } from './plan-deliveries.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** The group of all events of an endpoint that gets them one at a time. */
const STRICT = 'all'

/** The most events that are pending at an endpoint after a replay. */
export const MOST_REPLAYED = 1_000

/** An event to deliver again. */
export type ReplayedEvent = Pick<PendingDelivery, 'sequence' | 'key'>

/**
 * The pending deliveries that deliver events again, in order. The first of each message is due now. Later ones
 * wait behind it, and all wait behind an earlier delivery that is pending already. With strict ordering they all
 * wait behind each other. Attempts start again at 0.
 */
export const replayedDeliveries = (
  { ordering }: Pick<WebhookEndpoint, 'ordering'>,
  events: readonly ReplayedEvent[],
  pending: readonly ReplayedEvent[],
  nowMs: EpochMs,
): readonly PendingDelivery[] => {
  const groupOf = ({ key }: ReplayedEvent): string => (ordering === 'strict' ? STRICT : key)
  const replayed = new Set(events.map(({ sequence }) => sequence))
  const firstPending = new Map<string, number>()
  for (const one of pending) {
    const known = firstPending.get(groupOf(one)) ?? Infinity
    if (!replayed.has(one.sequence)) firstPending.set(groupOf(one), Math.min(known, one.sequence))
  }
  const seen = new Set<string>()
  return events.map((event) => {
    const { sequence, key } = event
    const group = groupOf(event)
    const isBehind = seen.has(group) || (firstPending.get(group) ?? Infinity) < sequence
    seen.add(group)
    return { sequence, key, attempts: 0, dueAtMs: group !== '' && isBehind ? undefined : nowMs }
  })
}
