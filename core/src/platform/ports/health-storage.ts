import type { HoldCause } from '../../kernel/installation/installation.js'
import type { StorageRisks } from '../domain/installation/storage-risk.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The state of the database. */
export interface StorageHealth extends StorageRisks {
  /** The server and its version: `MariaDB 10.11.6`, `SQLite 3.45.1`. */
  readonly server: string
  /** The names of migrations that haven't run. */
  readonly pendingMigrations: readonly string[]
  /** The names of migrations that a newer program ran and this one doesn't know. */
  readonly newerMigrations: readonly string[]
  /** Why this program can't run with them, in one sentence; undefined: it can (docs/decisions/0033). */
  readonly tooOld: string | undefined
  /** Why the database is held after a restore; undefined: it isn't. */
  readonly heldBecause: HoldCause | undefined
}

/** Checks whether storage is usable. */
export interface HealthStorage {
  /**
   * Queries the database; left if it doesn't respond within `withinMs` (default 2 s). After a commit of this
   * process failed because the disk was full or read-only, returns left with that cause for 5 s: such a
   * database still responds to reads but stores nothing.
   */
  check(withinMs?: number): TE.TaskEither<StorageUnavailable, StorageHealth>
  /**
   * The time of the database's clock; for a database file, the machine's. It opens and changes nothing. Left
   * if there is no response within 2 s.
   */
  time(): TE.TaskEither<StorageUnavailable, EpochMs>
  /**
   * Runs the pending migrations; forward only; safe to run in two processes at once. Right: their names.
   * Left, with the sentence of `tooOld`, if a newer program ran a migration that this one can't run with.
   */
  migrate(): TE.TaskEither<StorageUnavailable, readonly string[]>
}
