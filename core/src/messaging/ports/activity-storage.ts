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
  /** The number of the event that was shown last; 0 for none. */
  readonly afterSeq: number
  readonly limit: number
}

/** An event of an account, and for a reservation how it was closed. */
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
  /** Accepted at this moment or later. */
  readonly fromMs: EpochMs | undefined
  /** Accepted before this moment. */
  readonly toMs: EpochMs | undefined
  /** The message that was shown last. */
  readonly before: MessageId | undefined
  readonly limit: number
}

/** A part of the history: it may be shorter than was asked for although there is more. */
export interface HistoryPart {
  readonly messages: readonly Message[]
  /** The last message that was looked at; undefined: there is nothing before it. */
  readonly before: MessageId | undefined
}

/** What an Organization did: money and messages. */
export interface ActivityStorage {
  /** The account's events in the range, in the order of the ledger. */
  entries(query: ActivityQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly ActivityEntry[]>>
  /**
   * The Organization's messages, the one whose reservation is newest first. A page looks at a bounded number of them,
   * whatever the filters; before a message that is not the Organization's there is nothing.
   */
  history(query: HistoryQuery): TE.TaskEither<StorageUnavailable, AsOf<HistoryPart>>
}
