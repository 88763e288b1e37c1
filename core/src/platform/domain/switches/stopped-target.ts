import type { AuditEvent } from '../../../audit/domain/audit-event.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { TargetKind } from './kill-switch.js'

/** Which of what is stopped: its kind, and its identifier or how its numbers begin. */
export interface StoppedPosition {
  readonly kind: TargetKind
  readonly target: string
}

/** Something that is stopped, as its record has it (docs/contract#kill-switches). */
export interface StoppedRecord extends StoppedPosition {
  /** Of a destination how its numbers begin. */
  readonly name: string
  /** Whose it is; undefined where it is nobody's alone. */
  readonly organizationId: OrganizationId | undefined
  /** Of an app alone. */
  readonly environment: Environment | undefined
  /** Of a record that has one. */
  readonly version: number | undefined
  /** Since when, where the record says so itself. */
  readonly sinceMs: EpochMs | undefined
}

/** The same with the act that stopped it last; undefined where the audit log has none. */
export interface StoppedTarget extends StoppedRecord {
  readonly act: Pick<AuditEvent, 'actor' | 'reason' | 'atMs'> | undefined
}
