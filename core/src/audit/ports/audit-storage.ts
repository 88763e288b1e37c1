import type { AuditEnd, AuditEntry, AuditHead } from '../domain/chain.js'
import type { AuditId, OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'

/** What was done, as it is read; acts write their events in their own units of work. */
export interface AuditStorage {
  /** Entries of all chains in the order of their ids, from after one on. */
  list(after: AuditId | undefined, limit: number): TE.TaskEither<StorageUnavailable, readonly AuditEntry[]>
  /** A chain's entries by their numbers, from after one on. Undefined names the platform's chain. */
  chain(
    organizationId: OrganizationId | undefined,
    afterSeq: number,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly AuditEntry[]>
  /** The heads of all chains, the platform's first, then by Organization, from after a place in this order on. */
  heads(skip: number, limit: number): TE.TaskEither<StorageUnavailable, readonly AuditHead[]>
  /** Where the entries of all chains end, also of those that have no head; in the same order, page by page likewise. */
  ends(skip: number, limit: number): TE.TaskEither<StorageUnavailable, readonly AuditEnd[]>
}
