import type { AppEvent } from '../../events/domain/event.js'
import { type PendingDelivery, wantsEvent } from './plan-deliveries.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** Where an event is, seen from an endpoint. */
export const DELIVERY_STATES = ['delivered', 'pending', 'failed', 'skipped', 'unknown'] as const

interface Facts {
  readonly endpoint: Pick<WebhookEndpoint, 'deliveredTo' | 'types' | 'endpointId'>
  /** Undefined: it is deleted, or has no number yet. */
  readonly event: AppEvent | undefined
  readonly pending: PendingDelivery | undefined
  readonly attempts: readonly { readonly isDelivered: boolean }[]
}

/** The state of an event at an endpoint. */
export const deliveryState = (
  { endpoint, event, pending, attempts }: Facts,
  sequence: number,
): (typeof DELIVERY_STATES)[number] => {
  if (pending !== undefined) return 'pending'
  if (attempts.some(({ isDelivered }) => isDelivered)) return 'delivered'
  if (attempts.length > 0) return 'failed'
  if (event === undefined) return 'unknown'
  if (!wantsEvent(endpoint, event)) return 'skipped'
  // Events of the time before the endpoint was created.
  return sequence > endpoint.deliveredTo ? 'pending' : 'skipped'
}
