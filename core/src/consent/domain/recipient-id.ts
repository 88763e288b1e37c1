import { type Digest, frame, type Sha256 } from '../../kernel/digests/digest.js'
import type { OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

const DIGEST_DIGITS = 32

/**
 * A vendor's id of a person, as far as their number is known (docs/api/delivery#inbound-messages). It counts only
 * for the account that reported it.
 */
export interface RecipientId {
  /** {@link recipientIdKey} of the account and the id; also the recipient of the id's suppressions. */
  readonly recipientIdKey: Digest
  /** The number in the form of a message's `to`; undefined if only the id is known. */
  readonly number: string | undefined
  /** The Organizations that the person opted out of before their number was known. */
  readonly organizationIds: readonly OrganizationId[]
  /** When the record was last written. */
  readonly learnedAtMs: EpochMs
}

/** The key of a vendor's id at an account, which doesn't reveal the id. */
export const recipientIdKey = (
  providerAccountId: ProviderAccountId,
  userId: string,
  sha256: Sha256,
): Digest => sha256(frame(['recipient-id-1', providerAccountId, userId])).slice(0, DIGEST_DIGITS)

const SHOWN_CHARACTERS = 4

/** The masked form of a vendor's id, for example of `US.13491208655302741918`. */
export const maskedUserId = (userId: string): string => `${userId.slice(0, SHOWN_CHARACTERS)}***`
