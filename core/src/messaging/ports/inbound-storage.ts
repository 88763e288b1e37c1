import type { InboundId, OrganizationId } from '../../kernel/ids/id.js'
import type {
  InboundState,
  InboundTask,
  RecipientIdentity,
  StoredInbound,
} from '../../providers/domain/inbound/inbound-message.js'
import type { RecipientId } from '../../consent/domain/recipient-id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { KeywordReply } from '../domain/inbound/keyword-reply.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AccountConfigurationStorage } from '../../templates/ports/template-report-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface InboundQuery {
  readonly organizationId: OrganizationId | undefined
  readonly state: InboundState | undefined
  /** Only messages about which this has to be decided; undefined: all. */
  readonly task: InboundTask | undefined
  /** The last message shown. */
  readonly before: InboundId | undefined
  readonly limit: number
}

/** Messages written to senders; {@link ReceiptStorage} stores them (docs/api/delivery#inbound-messages). */
export interface InboundStorage extends AccountConfigurationStorage {
  /** Messages of an Organization, in a state, with a task, or all, newest first. */
  list(query: InboundQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly StoredInbound[]>>
  /** The record of a vendor's id by its key; undefined if the id isn't known. */
  recipientId(key: Digest): TE.TaskEither<StorageUnavailable, RecipientId | undefined>
  /**
   * Writes the numbers of vendors' ids. Right: the records of people who opted out under their id, with the
   * Organizations.
   */
  learnIds(
    records: readonly RecipientId[],
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, readonly RecipientId[]>
  /**
   * A page of the messages about whose opt-out by this vendor's id a super admin has to decide, newest first.
   * `before`: the last one of the previous page.
   */
  unattributedBy(
    identity: Pick<RecipientIdentity, 'providerAccountId' | 'userId'>,
    before: InboundId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly StoredInbound[]>
  /** The replies to keywords in messages received before the given time, in the order of `inboundId`, after this one. */
  dueReplies(
    receivedBeforeMs: EpochMs,
    after: InboundId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly KeywordReply[]>
  /**
   * Deletes messages, vendors' template reports and known numbers of vendors' ids from before the given time,
   * at most `most` of each. Messages that hold their sender are kept. Right: the number deleted.
   */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
