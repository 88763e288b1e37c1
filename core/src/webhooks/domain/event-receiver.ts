import type { AppId, EndpointId, OrganizationId } from '../../kernel/ids/id.js'
import { type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { EndpointState, FoundEndpoint } from './endpoint-state.js'
import { NO_ATTEMPTS, type WebhookEndpoint } from './webhook-endpoint.js'

/** No Organization: it owns the endpoints of the event receiver, so that no Organization's query finds them. */
export const RECEIVER_OWNER: OrganizationId = 'org_00000000000000000000000000'

/** Dispatchers with the setting confirm it more often. After this time none has it. */
const CONFIRMED_FOR_MS = 5 * MINUTE_MS

/** Whether the endpoint delivers the events of an app to the event receiver (docs/event-receiver). */
export const isOfReceiver = ({ organizationId }: Pick<WebhookEndpoint, 'organizationId'>): boolean =>
  organizationId === RECEIVER_OWNER

/** The ID of an app's endpoint for the event receiver: always the same, so that it is created once. */
export const receiverEndpointId = (appId: AppId): EndpointId => `whe_${appId.slice('app_'.length)}`

/** An app without an endpoint for the event receiver, and the last event that it doesn't get. */
export interface NewApp {
  readonly appId: AppId
  readonly environment: Environment
  readonly deliveredTo: number
}

/**
 * The endpoint that delivers an app's events to the event receiver. URL and secrets are settings, so that they can be
 * changed without touching a row for each app.
 */
export const receiverEndpoint = (
  { appId, environment, deliveredTo }: NewApp,
  nowMs: EpochMs,
): WebhookEndpoint => ({
  ...NO_ATTEMPTS,
  endpointId: receiverEndpointId(appId),
  organizationId: RECEIVER_OWNER,
  appId,
  environment,
  url: '',
  description: '',
  types: undefined,
  ordering: 'message',
  includesRecipient: false,
  sealedSecret: '',
  publicKey: undefined,
  previousSecret: undefined,
  disabledBecause: undefined,
  disabledAtMs: undefined,
  notice: undefined,
  deliveredTo,
  createdAtMs: nowMs,
  version: 1,
})

/** What the database knows about the event receiver; apps are counted among the 2,000 newest. */
export interface ReceiverStatus {
  readonly host: string
  /** It gets the events since then. */
  readonly sinceMs: EpochMs
  /** When a dispatcher last had the setting. */
  readonly confirmedAtMs: EpochMs
  readonly apps: number
  /** The apps whose last attempt failed. */
  readonly failingApps: number
  /** The events that it doesn't have yet. */
  readonly waiting: number
  /** When the oldest of these events got its number. */
  readonly oldestMs: EpochMs | undefined
  /** The last failed attempt of a failing app. */
  readonly lastFailure: FoundEndpoint['lastFailure']
}

/** The receiver's state; disabled: no dispatcher has the setting. */
export const receiverState = (
  { confirmedAtMs, failingApps }: Pick<ReceiverStatus, 'confirmedAtMs' | 'failingApps'>,
  nowMs: EpochMs,
): EndpointState => {
  if (nowMs - confirmedAtMs > CONFIRMED_FOR_MS) return 'disabled'
  return failingApps > 0 ? 'failing' : 'active'
}
