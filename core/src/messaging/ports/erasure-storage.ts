import type { TE } from '../../fp.js'
import type { ErasureId, InboundId, MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Erasure } from '../domain/erasure/erasure.js'
import type { SearchedRecipient } from './search-storage.js'

/** Erases the data of recipients (docs/api/erasure). The ledger, usage, audit log and consent register stay. */
export interface ErasureStorage {
  /** The erasure that has been due longest; undefined if none is due at this moment. */
  due(nowMs: EpochMs): TE.TaskEither<StorageUnavailable, Erasure | undefined>
  /** The Organization's erasures, newest first, from before a given one on. */
  list(
    organizationId: OrganizationId,
    before: ErasureId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Erasure[]>>
  /**
   * Erases recipient, variables and provider's words of these messages, and the details of their calls. Erases the raw
   * data of their delivery reports, their test messages and their search entries too. Leaves out messages that can't
   * be erased yet, and those of other Organizations. Right: the number erased. Safe to repeat.
   */
  eraseMessages(
    organizationId: OrganizationId,
    messageIds: readonly MessageId[],
    indexed: readonly SearchedRecipient[],
  ): TE.TaskEither<StorageUnavailable, number>
  /**
   * Erases author, text and raw data of these inbound messages of the Organization, except those that wait for their
   * processing. Right: the number erased. Safe to repeat.
   */
  eraseInbound(
    organizationId: OrganizationId,
    inboundIds: readonly InboundId[],
  ): TE.TaskEither<StorageUnavailable, number>
}
