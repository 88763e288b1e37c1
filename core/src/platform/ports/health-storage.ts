import type { HoldCause } from '../../kernel/installation/installation.js'
import type { StorageRisks } from '../domain/installation/storage-risk.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** How the database stands. */
export interface StorageHealth extends StorageRisks {
  /** Which server answered, and its version: `MariaDB 10.11.6`, `SQLite 3.45.1`. */
  readonly server: string
  /** Names of migrations that have not run; empty: none. */
  readonly pendingMigrations: readonly string[]
  /** Names of migrations that a newer program ran and this one does not know; empty: none. */
  readonly newerMigrations: readonly string[]
  /** Why this program may not run beside them, in one sentence; undefined: it may (docs/decisions/0033). */
  readonly tooOld: string | undefined
  /** Why the database is held after a restoration; undefined: it is not. */
  readonly heldBecause: HoldCause | undefined
}

/** Whether storage can be relied on. */
export interface HealthStorage {
  /**
   * Asks the database; left when it does not answer in so many milliseconds; 2 s where nothing is said.
   * For 5 s after a commit of this process that failed for want of room, or because nothing may be written, left with
   * the cause: such a database answers every question, and keeps nothing.
   */
  check(withinMs?: number): TE.TaskEither<StorageUnavailable, StorageHealth>
  /**
   * What the database's clock tells; of a database in a file, the machine's. It opens nothing and changes nothing.
   * Left when there is no answer within 2 s.
   */
  time(): TE.TaskEither<StorageUnavailable, EpochMs>
  /**
   * Runs the migrations that have not run; forward only; two processes at once are safe. Right: their names. Left, with the
   * sentence of `tooOld`, where a newer program ran one that this one may not run beside.
   */
  migrate(): TE.TaskEither<StorageUnavailable, readonly string[]>
}
