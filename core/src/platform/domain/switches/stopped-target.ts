import type { AuditEvent } from '../../../audit/domain/audit-event.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { TargetKind } from './kill-switch.js'

/** The position in the list of stopped targets: a kind, and an identifier or number prefix. */
export interface StoppedPosition {
  readonly kind: TargetKind
  readonly target: string
}

/** A stopped target, from its record (docs/api/admin#emergency-stops). */
export interface StoppedRecord extends StoppedPosition {
  /** For a destination, its number prefix. */
  readonly name: string
  /** The owner; undefined if it doesn't belong to one Organization. */
  readonly organizationId: OrganizationId | undefined
  /** Only for apps. */
  readonly environment: Environment | undefined
  /** For records that have a version. */
  readonly version: number | undefined
  /** Since when it has been stopped, if the record stores that. */
  readonly sinceMs: EpochMs | undefined
}

/** A stopped target with the act that stopped it last; undefined if the audit log has none. */
export interface StoppedTarget extends StoppedRecord {
  readonly act: Pick<AuditEvent, 'actor' | 'reason' | 'atMs'> | undefined
}
