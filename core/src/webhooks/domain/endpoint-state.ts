import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** The states of an endpoint. `failing`: its last attempt failed. */
export const ENDPOINT_STATES = ['active', 'failing', 'disabled'] as const

export type EndpointState = (typeof ENDPOINT_STATES)[number]

/** The state of an endpoint, for the people who run Postrider. */
export const endpointState = ({
  disabledAtMs,
  failingSinceMs,
}: Pick<WebhookEndpoint, 'disabledAtMs' | 'failingSinceMs'>): EndpointState => {
  if (disabledAtMs !== undefined) return 'disabled'
  return failingSinceMs === undefined ? 'active' : 'failing'
}

/** A failed attempt, as the people who run Postrider see it. */
interface FailedAttempt {
  readonly atMs: EpochMs
  /** Undefined: there was no response. */
  readonly status: number | undefined
  /** The start of the response, or why there was none. */
  readonly detail: string
}

/** An endpoint of any Organization, for the people who run Postrider. */
export interface FoundEndpoint {
  readonly endpoint: WebhookEndpoint
  /** The events of its app that it doesn't have yet. */
  readonly waiting: number
  /** Undefined: none of the last 30 days failed. */
  readonly lastFailure: FailedAttempt | undefined
}
