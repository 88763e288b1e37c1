import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { AuditId } from '../../domain/ids/id.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { TE } from '../../fp.js'

/** What was done. Acts write their events in their own transactions; see the other storage ports. */
export interface AuditStorage {
  /** Writes events that belong to no other transaction: what the service noticed by itself. */
  append(events: readonly AuditEvent[]): TE.TaskEither<StorageUnavailable | CommitUnknown, void>
  /** Events in the order of their ids, from a position on. */
  list(after: AuditId | undefined, limit: number): TE.TaskEither<StorageUnavailable, readonly AuditEvent[]>
}
