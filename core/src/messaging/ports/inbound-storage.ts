import type { InboundId, OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { InboundState, StoredInbound } from '../../providers/domain/inbound/inbound-message.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ChannelConfiguration } from '../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface InboundQuery {
  readonly organizationId: OrganizationId | undefined
  readonly state: InboundState | undefined
  /** The message that was shown last. */
  readonly before: InboundId | undefined
  readonly limit: number
}

/** What was written to senders; {@link ReceiptStorage} stores it (docs/contract#inbound-messages). */
export interface InboundStorage {
  /** The configurations of apps' channels that send by the account: their senders are whom is written to. */
  configurationsBy(
    providerAccountId: ProviderAccountId,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly ChannelConfiguration[]>>
  /** Messages of an Organization, or of a state, or all, newest first. */
  list(query: InboundQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly StoredInbound[]>>
  /** Deletes messages, and vendors' words on templates, that came before the moment; at most so many of each. Right: how many. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
