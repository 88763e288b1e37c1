import type { AppId, EndpointId, EventId, MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { PartOf } from '../../kernel/ports/part-of.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { TracedMessage } from '../../kernel/tracing/trace-context.js'
import type { ShownMessage } from '../../messaging/domain/messages/message.js'
import type { AppEvent } from '../../events/domain/event.js'
import type { EndpointState, FoundEndpoint } from '../domain/endpoint-state.js'
import type { ReceiverStatus } from '../domain/event-receiver.js'
import type { TurnEnd } from '../domain/conclude-turn.js'
import type { PendingDelivery } from '../domain/plan-deliveries.js'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js'

/** An endpoint with something to do, leased to this process. */
export interface ClaimedEndpoint {
  readonly endpoint: WebhookEndpoint
  /** The random name of the lease: only its holder can conclude the turn. */
  readonly claim: number
  /** The next events after `deliveredTo`, in order. */
  readonly events: readonly AppEvent[]
  /** All pending deliveries, in order; with the events of those that are due. */
  readonly pending: readonly (PendingDelivery & { readonly event: AppEvent | undefined })[]
  /** The app's events up to here are deleted. */
  readonly purgedTo: number
}

/** Which endpoints a claim leases, and how much. */
export interface ClaimQuery {
  /** The endpoints of Organizations, or those of the event receiver. */
  readonly of: 'organizations' | 'receiver'
  readonly endpoints: number
  /** New events per endpoint. */
  readonly events: number
  readonly except: readonly OrganizationId[]
}

/** An attempt to deliver an event, as the log keeps it for 30 days. */
export interface LoggedAttempt {
  readonly endpointId: EndpointId
  readonly eventId: EventId
  readonly sequence: number
  /** As in {@link PendingDelivery}. */
  readonly key: string
  readonly type: string
  /** Starts at 1 for each event and endpoint, and again with each replay. */
  readonly number: number
  readonly atMs: EpochMs
  readonly durationMs: number
  /** Undefined: there was no response. */
  readonly status: number | undefined
  /** The first 1,024 bytes of the response, or why there was none. */
  readonly detail: string
  readonly isDelivered: boolean
}

/** A message that an event is about, with its recipient for endpoints that get it, and its IDs for log lines. */
export type AddressedMessage = ShownMessage & TracedMessage & { readonly to: string }

/** An endpoint of an Organization. */
export interface OwnedEndpoint {
  readonly endpointId: EndpointId
  readonly organizationId: OrganizationId
}

/** A filter of the delivery log, newest first. */
export interface AttemptQuery extends OwnedEndpoint {
  readonly sequence: number | undefined
  readonly isDelivered: boolean | undefined
  /** Only attempts before this position of the log. */
  readonly before: { readonly atMs: EpochMs; readonly sequence: number } | undefined
  readonly limit: number
}

/** A filter of the endpoints of an Organization, newest first. */
export interface EndpointQuery {
  readonly organizationId: OrganizationId
  /** Undefined: of all apps. */
  readonly appId: AppId | undefined
  /** Only endpoints that were created before this one. */
  readonly before: EndpointId | undefined
  readonly limit: number
}

/** An event at an endpoint: what was tried, and what follows. */
export interface StoredDelivery {
  readonly endpoint: WebhookEndpoint
  /** Undefined: the event is deleted by now, or has no number yet. */
  readonly event: AppEvent | undefined
  /** Undefined: it doesn't wait for an attempt. */
  readonly pending: PendingDelivery | undefined
  /** The newest attempts, newest first. */
  readonly attempts: readonly LoggedAttempt[]
}

/** What a turn stores besides its end. */
export interface TurnRecord {
  readonly endpoint: WebhookEndpoint
  readonly claim: number
  readonly end: TurnEnd
  readonly attempts: readonly LoggedAttempt[]
  readonly nowMs: EpochMs
}

/** A filter of the endpoints of all Organizations, newest first. */
export interface PlatformEndpointQuery {
  /** Undefined: all states. */
  readonly state: EndpointState | undefined
  /** Only endpoints that were created before this one. */
  readonly before: EndpointId | undefined
  readonly limit: number
}

/** The progress of {@link WebhookStorage.serveReceiver}. */
export interface ReceiverProgress {
  /** Pass it to the next call; 0: start with all apps. */
  readonly after: number
  readonly isMore: boolean
}

/** What waits at the endpoints of a state. */
export interface WebhookBacklog {
  readonly state: EndpointState
  readonly endpoints: number
  /** The events that aren't delivered yet. Counted among the 2,000 newest endpoints. */
  readonly events: number
  /** When the oldest of them got its number; undefined: there is none, or they are at disabled endpoints. */
  readonly oldestMs: EpochMs | undefined
}

/** The endpoints of webhooks, their deliveries and the log of their attempts (docs/api/webhooks). */
export interface WebhookStorage {
  /**
   * Leases at most `endpoints` endpoints that have something to do. Those that have waited longest come first.
   * Each has its pending events and at most `events` new ones. It leases none of the Organizations in `except`,
   * and none while the database is on hold.
   */
  claim(
    nowMs: EpochMs,
    leaseMs: number,
    query: ClaimQuery,
  ): TE.TaskEither<StorageUnavailable, readonly ClaimedEndpoint[]>
  /**
   * Stores the end of a turn and ends its lease. False: the lease is another process's by now, and nothing was
   * stored. The endpoint is due again at once if there are more events.
   */
  conclude(record: TurnRecord): TE.TaskEither<StorageUnavailable | CommitUnknown, boolean>
  /** The messages with these IDs, as far as they exist. */
  messages(ids: readonly MessageId[]): TE.TaskEither<StorageUnavailable, readonly AddressedMessage[]>
  /** The endpoints of an Organization; those of the event receiver belong to none. */
  endpoints(query: EndpointQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly WebhookEndpoint[]>>
  /**
   * The endpoints of all Organizations, with the number of events that wait for them. A page examines a limited
   * number of endpoints for any state.
   */
  ofPlatform(
    query: PlatformEndpointQuery,
  ): TE.TaskEither<StorageUnavailable, AsOf<PartOf<FoundEndpoint, EndpointId>>>
  /** The log of an endpoint; undefined: the Organization has no such endpoint. */
  attempts(query: AttemptQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly LoggedAttempt[] | undefined>>
  /** An event at an endpoint; undefined: the Organization has no such endpoint. */
  delivery(
    owned: OwnedEndpoint,
    sequence: number,
    mostAttempts: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<StoredDelivery | undefined>>
  /** At most `most` endpoints whose owners have to be told something. */
  notices(most: number): TE.TaskEither<StorageUnavailable, readonly OwnedEndpoint[]>
  /** What waits, for each state of endpoints; without the event receiver. */
  backlog(): TE.TaskEither<StorageUnavailable, readonly WebhookBacklog[]>
  /**
   * Confirms that a dispatcher has the setting of the event receiver, and adds an endpoint for at most `most` apps
   * with events that have none. They get the events since the receiver was first confirmed. Adds none while the database
   * is on hold. `after` is from the previous call of this process.
   */
  serveReceiver(
    host: string,
    after: number,
    most: number,
  ): TE.TaskEither<StorageUnavailable, ReceiverProgress>
  /** The event receiver; undefined: no dispatcher ever had the setting. */
  receiver(): TE.TaskEither<StorageUnavailable, ReceiverStatus | undefined>
  /** Deletes at most about `most` attempts before this moment; returns how many. */
  purgeAttempts(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
