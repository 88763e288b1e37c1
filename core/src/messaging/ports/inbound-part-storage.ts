import type { Digest } from '../../kernel/digests/digest.js'
import type { InboundId } from '../../kernel/ids/id.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { StoredInbound } from '../../providers/domain/inbound/inbound-message.js'
import type { StoredInboundPart } from '../../providers/domain/inbound/inbound-part.js'
import type { TE } from '../../fp.js'

/** The messages that parts become, and the parts that no longer wait. */
export interface PartsPlan {
  readonly messages: readonly StoredInbound[]
  readonly joined: readonly InboundId[]
}

/** Which texts have parts that can be joined now. */
export interface PartsQuery {
  /** Only parts that arrived before this time. */
  readonly beforeMs: EpochMs
  /** Texts with a part that arrived before this time are found, even if a number is missing. */
  readonly expiredBeforeMs: EpochMs
  /** The last key of the previous page. */
  readonly after: Digest | undefined
  readonly limit: number
}

/** The parts of long inbound SMS; {@link ReceiptStorage} stores them (docs/api/delivery#inbound-messages). */
export interface InboundPartStorage {
  /**
   * Reads the kept parts of these texts under lock, in the order of arrival, and writes what `decide` returns for
   * them, all or nothing. `decide` may be called again on newer parts. Right: the messages that were stored.
   */
  joinParts(
    textKeys: readonly Digest[],
    decide: (parts: readonly StoredInboundPart[]) => PartsPlan,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, readonly StoredInbound[]>
  /** The keys of texts whose waiting parts have all numbers, or have waited too long, in order. */
  joinableTexts(query: PartsQuery): TE.TaskEither<StorageUnavailable, readonly Digest[]>
  /** Deletes joined parts that arrived before the given time, at most `most`. Right: the number deleted. */
  purgeParts(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
