import type { AuditEnd, AuditEntry, AuditHead } from '../domain/chain.js'
import type { AuditId, OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'

/** Reads the audit log; actions write their events in their own units of work. */
export interface AuditStorage {
  /** Entries of all chains in the order of their IDs, from after a given one on. */
  list(after: AuditId | undefined, limit: number): TE.TaskEither<StorageUnavailable, readonly AuditEntry[]>
  /** A chain's entries by number, from after a given one on. Undefined means the platform's chain. */
  chain(
    organizationId: OrganizationId | undefined,
    afterSeq: number,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly AuditEntry[]>
  /** The heads of all chains, the platform's first, then by Organization, skipping the first `skip`. */
  heads(skip: number, limit: number): TE.TaskEither<StorageUnavailable, readonly AuditHead[]>
  /**
   * The last entries of all chains, including those without a head, in the same order and with the same
   * paging.
   */
  ends(skip: number, limit: number): TE.TaskEither<StorageUnavailable, readonly AuditEnd[]>
}
