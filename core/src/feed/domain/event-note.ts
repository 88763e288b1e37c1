import type { AppId, OrganizationId } from '../../kernel/ids/id.js'
import type { MessageState } from '../../kernel/messages/message-state.js'
import type { Environment } from '../../tenancy/domain/records.js'

/** The events of a message, by its new state (docs/api/events#types). */
const MESSAGE_EVENTS = {
  ACCEPTED: 'message.accepted',
  SUBMITTED: 'message.submitted',
  UNCONFIRMED: 'message.unconfirmed',
  DELIVERED: 'message.delivered',
  READ: 'message.read',
  UNDELIVERED: 'message.failed',
  FAILED: 'message.failed',
  EXPIRED: 'message.failed',
  CANCELLED: 'message.canceled',
} as const satisfies Readonly<Record<MessageState, string>>

/** The events that aren't about the state of a message. */
const NOTED_EVENTS = [
  'message.received',
  'consent.opted_out',
  'consent.opted_in',
  'otp.verified',
  'template.approved',
  'template.rejected',
  'template.paused',
  'balance.low',
  'budget.threshold_reached',
  'credential.expiring',
  'app.paused',
  'app.resumed',
  'webhook.test',
  'events.gap',
] as const

/** The type of an event that isn't about the state of a message. */
export type NotedEventType = (typeof NOTED_EVENTS)[number]

/** The type of an event (docs/api/events#types). */
export type EventType = (typeof MESSAGE_EVENTS)[MessageState] | NotedEventType

/** Every type, in the order of the documentation. */
export const EVENT_TYPES: readonly EventType[] = [
  ...new Set<EventType>([...Object.values(MESSAGE_EVENTS), ...NOTED_EVENTS]),
]

/** The type of the event for a message's new state. */
export const messageEventOf = (state: MessageState): EventType => MESSAGE_EVENTS[state]

/** The data of an event that isn't about the state of a message. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>

/**
 * An event that a transaction leaves in its change, besides those that follow from new states of messages. It
 * never has a message's text, a code or a recipient.
 */
export interface EventNote {
  readonly type: NotedEventType
  readonly organizationId: OrganizationId
  /** The app that gets the event; undefined: each app of the Organization in the environment. */
  readonly appId: AppId | undefined
  /** Undefined: every environment, or that of the app. */
  readonly environment: Environment | undefined
  readonly data: EventData
}
