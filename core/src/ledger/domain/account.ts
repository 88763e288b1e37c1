import type { OrganizationId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { type AccountDimensions, sheetName } from './book.js'
import type { Digest } from '../../kernel/digests/digest.js'

/**
 * An Organization's money in one currency of one book: a projection of its ledger events (docs/contract#balances).
 */
export interface Account extends AccountKey {
  /** Credits and adjustments minus settlements, minor units. */
  readonly postedMinor: number
  /** Open reservations, minor units. */
  readonly reservedMinor: number
  /** Sequence number of the last event; grows by one with each. */
  readonly version: number
  /** Digest of the last event: the end of the chain. */
  readonly headDigest: Digest
  /** Time of the last event; events of an account never go back in time. */
  readonly lastEventAtMs: EpochMs
}

export interface AccountKey extends AccountDimensions {
  readonly organizationId: OrganizationId
}

/** One text for an account, to key maps with. */
export const accountKey = (of: AccountKey): string => `${of.organizationId}/${sheetName(of)}`

/** What may still be reserved. */
export const availableMinor = (account: Account): number => account.postedMinor - account.reservedMinor
