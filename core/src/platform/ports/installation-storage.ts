import type { HoldCause, Installation } from '../../kernel/installation/installation.js'
import type { Channel } from '../../channels/channels.js'
import type { MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { RestoredRights } from '../domain/installation/rights.js'
import type { MessageState } from '../../kernel/messages/message-state.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** What a raise of the counter brings along. */
export interface CounterUpdate {
  readonly nowMs: EpochMs
  /** 32 hexadecimal digits, drawn for this raise alone. */
  readonly value: string
  /** Whether it is raised however lately it was: what a process does once, when it begins. */
  readonly isFirst: boolean
}

/** Which of the messages that wait for an operator after a restoration are meant: those that match all that is named. */
export interface RestoreHeldQuery {
  readonly organizationId: OrganizationId | undefined
  readonly channel: Channel | undefined
  readonly state: MessageState | undefined
  /** Accepted at this moment or later. */
  readonly fromMs: EpochMs | undefined
  /** Accepted before this moment. */
  readonly toMs: EpochMs | undefined
  /** Those among these alone; undefined: all. */
  readonly messageIds: readonly MessageId[] | undefined
  readonly limit: number
}

/**
 * The one row that tells a database from its copies (docs/decisions/0028). The migration makes
 * it, once. What it says is compared with what this process has seen at every new connection, before anything else is
 * asked there; where it cannot be the same database, and there is a message in it, it is held for all processes.
 */
export interface InstallationStorage {
  /** How it stands. */
  read(): TE.TaskEither<StorageUnavailable, Installation>
  /**
   * Compares as a new connection does, and raises the counter where nobody has for a minute; of several processes one
   * does. A held database stays as it is. Right: its status afterwards.
   */
  checkIdentity(raise: CounterUpdate): TE.TaskEither<StorageUnavailable, Installation>
  /** What lets people and programs in, as of now. */
  rights(): TE.TaskEither<StorageUnavailable, AsOf<RestoredRights>>
  /** How many messages wait for an operator's word; no more than `most` are counted. */
  countRestoreHeld(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Holds the database for all processes, unless it is held already. Right: its status afterwards. */
  hold(because: HoldCause, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, Installation>
}
