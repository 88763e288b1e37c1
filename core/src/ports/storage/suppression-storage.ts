import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { Suppression, SuppressionKey } from '../../domain/suppressions/suppression.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { TE } from '../../fp.js'

/** Whom Organizations send nothing to. Both changes advance the catalog's epoch. */
export interface SuppressionStorage {
  /** Writes an entry with its audit event; one that is there stays as it was. Right: whether it is new. */
  add(suppression: Suppression, audit: AuditEvent): TE.TaskEither<StorageUnavailable | CommitUnknown, boolean>
  /** Removes an entry with its audit event. Right: whether it was there; if not, nothing is written. */
  remove(key: SuppressionKey, audit: AuditEvent): TE.TaskEither<StorageUnavailable | CommitUnknown, boolean>
}
