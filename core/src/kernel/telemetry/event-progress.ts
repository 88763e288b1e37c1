import type { AppId, EndpointId, EventId, OrganizationId } from '../ids/id.js'
import type { TracedMessage } from '../tracing/trace-context.js'

/** Events of apps got their numbers. */
export interface EventsNumbered {
  readonly _tag: 'EventsNumbered'
  readonly events: number
}

/** An attempt to deliver an event to a webhook endpoint ended. */
export interface WebhookAttempted {
  readonly _tag: 'WebhookAttempted'
  readonly endpointId: EndpointId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly eventId: EventId
  readonly type: string
  /** The message that the event is about; undefined: it is about something else, or the message is deleted. */
  readonly message: TracedMessage | undefined
  /** Starts at 1 for each event and endpoint, and again with each replay. */
  readonly attempt: number
  /** Undefined: there was no response. */
  readonly status: number | undefined
  readonly isDelivered: boolean
  readonly durationMs: number
}
