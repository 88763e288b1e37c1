import type { Channel } from '../../channels/channels.js'
import type { AppId, MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { AccountKey } from '../../ledger/domain/account.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { ClosingKind } from '../../ledger/domain/entry-status.js'
import type { LedgerEvent } from '../../ledger/domain/ledger-event.js'
import type { FailureCode, MessageState } from '../../kernel/messages/message-state.js'
import type { Message } from '../domain/messages/message.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface ActivityQuery extends AccountKey {
  /** Inclusive. */
  readonly fromMs: EpochMs
  /** Exclusive. */
  readonly toMs: EpochMs
  readonly type: LedgerEvent['type'] | undefined
  readonly appId: AppId | undefined
  /** The number of the last event shown; 0 for none. */
  readonly afterSeq: number
  readonly limit: number
}

/** An event of an account; for a reservation, also the event that closed it. */
export interface ActivityEntry {
  readonly event: LedgerEvent
  readonly closedBy: ClosingKind | undefined
}

export interface HistoryQuery {
  readonly organizationId: OrganizationId
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  readonly state: MessageState | undefined
  readonly failureCode?: FailureCode | undefined
  readonly environment?: Environment | undefined
  /** Accepted at this time or later. */
  readonly fromMs: EpochMs | undefined
  /** Accepted before this time. */
  readonly toMs: EpochMs | undefined
  /** The last message shown. */
  readonly before: MessageId | undefined
  readonly limit: number
}

/** A part of the history. It can be shorter than the limit although there are more messages. */
export interface HistoryPart {
  readonly messages: readonly Message[]
  /** The last message that was read; undefined if there are none before it. */
  readonly before: MessageId | undefined
}

/** An Organization's activity: money and messages. */
export interface ActivityStorage {
  /** The account's events in the range, in ledger order. */
  entries(query: ActivityQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly ActivityEntry[]>>
  /**
   * The Organization's messages, those with the newest reservation first. A page reads a bounded number of
   * them, whatever the filters. The result is empty if `before` isn't a message of the Organization.
   */
  history(query: HistoryQuery): TE.TaskEither<StorageUnavailable, AsOf<HistoryPart>>
}
