import type { HoldCause, Installation } from '../../kernel/installation/installation.js'
import type { Channel } from '../../channels/channels.js'
import type { MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { RestoredRights } from '../domain/installation/rights.js'
import type { MessageState } from '../../kernel/messages/message-state.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { InstallationStatusStorage } from '../../kernel/ports/installation-status-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** The values for raising the counter. */
export interface CounterUpdate {
  readonly nowMs: EpochMs
  /** 32 hexadecimal digits, drawn for this raise only. */
  readonly value: string
  /** Whether to raise it regardless of the last raise; a process does this once, when it starts. */
  readonly isFirst: boolean
}

/** Selects messages that wait for a super admin after a restore: they must match all given fields. */
export interface RestoreHeldQuery {
  readonly organizationId: OrganizationId | undefined
  readonly channel: Channel | undefined
  readonly state: MessageState | undefined
  /** Accepted at this moment or later. */
  readonly fromMs: EpochMs | undefined
  /** Accepted before this moment. */
  readonly toMs: EpochMs | undefined
  /** Only these messages; undefined: all. */
  readonly messageIds: readonly MessageId[] | undefined
  readonly limit: number
}

/**
 * The single row that distinguishes a database from its copies (docs/decisions/0028). The migration creates
 * it, once. Every new connection first compares it with what this process has seen. If it can't be the same
 * database and has messages, it is held for all processes.
 */
export interface InstallationStorage extends InstallationStatusStorage {
  /**
   * Compares the database like a new connection does, and raises the counter if no process has done so for a
   * minute; only one of several processes does. A held database stays unchanged. Right: the row afterwards.
   */
  checkIdentity(raise: CounterUpdate): TE.TaskEither<StorageUnavailable, Installation>
  /** The present credentials and rights that give access. */
  rights(): TE.TaskEither<StorageUnavailable, AsOf<RestoredRights>>
  /** How many messages wait for a super admin's decision; counts at most `most`. */
  countRestoreHeld(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Holds the database for all processes, unless it is already held. Right: the row afterwards. */
  hold(because: HoldCause, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, Installation>
}
