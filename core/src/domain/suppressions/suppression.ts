import type { OrganizationId } from '../ids/id.js'
import { type Digest, frame, type Sha256 } from '../digests/digest.js'
import type { EpochMs } from '../time/epoch-ms.js'

/** Somebody an Organization sends nothing to any more. */
export interface Suppression {
  readonly organizationId: OrganizationId
  /** {@link recipientDigest} of the address. */
  readonly recipient: Digest
  readonly reason: string
  readonly createdAtMs: EpochMs
}

/** An Organization and whom it may have suppressed. */
export type SuppressionKey = Pick<Suppression, 'organizationId' | 'recipient'>

const DIGEST_DIGITS = 32

/** An address as the suppression list knows it: a telephone number on all its channels, or an email address. */
export const recipientDigest = (to: string, sha256: Sha256): Digest =>
  sha256(frame(['recipient-1', to.toLowerCase()])).slice(0, DIGEST_DIGITS)

/** One text for an entry, to key sets with. */
export const suppressionKey = ({ organizationId, recipient }: SuppressionKey): string =>
  `${organizationId}/${recipient}`
