import type { TE } from '../../fp.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { ConsentId, OrganizationId } from '../../kernel/ids/id.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ConsentEntry } from '../domain/consent-entry.js'

/** A page of an Organization's consent register. */
export interface ConsentQuery {
  readonly organizationId: OrganizationId
  /** The recipient; undefined: all. */
  readonly recipient: Digest | undefined
  /** The last entry of the previous page. */
  readonly before: ConsentId | undefined
  readonly limit: number
}

/** The number of entries in an Organization's register. */
interface ConsentCount {
  readonly organizationId: OrganizationId
  readonly entries: number
}

/** Reads the consent register; changes write its entries in their own units of work. */
export interface ConsentStorage {
  /** Entries of the register, newest first. */
  list(query: ConsentQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly ConsentEntry[]>>
  /** The entries with these ids, in any order; ids without an entry are left out. */
  named(consentIds: readonly ConsentId[]): TE.TaskEither<StorageUnavailable, readonly ConsentEntry[]>
  /** The size of each register that has entries, ordered by Organization, skipping the first `skip`. */
  counts(skip: number, limit: number): TE.TaskEither<StorageUnavailable, readonly ConsentCount[]>
}
