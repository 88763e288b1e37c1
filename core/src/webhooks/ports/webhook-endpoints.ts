import type { AppId, EndpointId } from '../../kernel/ids/id.js'
import type { ErasableRepository } from '../../kernel/ports/repository.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AppEvent } from '../../events/domain/event.js'
import type { PendingDelivery } from '../domain/plan-deliveries.js'
import type { ReplayedEvent } from '../domain/replay.js'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js'

/** Consecutive events of an app, by their sequences. */
export interface EventRange {
  readonly from: number
  readonly to: number
}

/** The endpoints in a unit of work. A replaced one that is enabled is due at once. */
export interface WebhookEndpoints extends ErasableRepository<EndpointId, WebhookEndpoint> {
  /** How many endpoints the app has, without that of the event receiver. */
  countOf(appId: AppId): Promise<number>
  /** The sequence of the app's newest event; 0 if there is none. */
  latestOf(appId: AppId): Promise<number>
  /** The first events of the range that are kept, in order. */
  eventsIn(appId: AppId, range: EventRange, most: number): Promise<readonly AppEvent[]>
  /** The first events with an attempt since this time and no successful one, in order of sequence. */
  failedSince(
    endpointId: EndpointId,
    range: { readonly sinceMs: EpochMs; readonly from: number },
    most: number,
  ): Promise<ReadonlyArray<ReplayedEvent & Pick<AppEvent, 'type'>>>
  /** The pending deliveries of the locked endpoint, in order. */
  pendingOf(endpointId: EndpointId): Promise<readonly ReplayedEvent[]>
  /** Adds pending deliveries, or replaces them. */
  putPending(endpointId: EndpointId, pending: readonly PendingDelivery[]): void
}
