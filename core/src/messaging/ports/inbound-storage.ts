import type { InboundId, OrganizationId } from '../../kernel/ids/id.js'
import type { InboundState, StoredInbound } from '../../providers/domain/inbound/inbound-message.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AccountConfigurationStorage } from '../../templates/ports/template-report-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface InboundQuery {
  readonly organizationId: OrganizationId | undefined
  readonly state: InboundState | undefined
  /** The last message shown. */
  readonly before: InboundId | undefined
  readonly limit: number
}

/** Messages written to senders; {@link ReceiptStorage} stores them (docs/api/delivery#inbound-messages). */
export interface InboundStorage extends AccountConfigurationStorage {
  /** Messages of an Organization, in a state, or all, newest first. */
  list(query: InboundQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly StoredInbound[]>>
  /**
   * Deletes messages and vendors' template reports that arrived before the given time, at most `most` of
   * each. Right: the number deleted.
   */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
