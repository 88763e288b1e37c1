import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import type { TE } from '../../fp.js'

/** How the database stands. */
export interface StorageHealth {
  /** What is missing for an acknowledged commit to survive a power cut, a sentence each; empty: nothing. */
  readonly durabilityGaps: readonly string[]
  /** Names of migrations that have not run; empty: none. */
  readonly pendingMigrations: readonly string[]
}

/** Whether storage can be relied on. */
export interface HealthStorage {
  /** Asks the database; left when it does not answer within 2 s. */
  check(): TE.TaskEither<StorageUnavailable, StorageHealth>
  /** Runs the migrations that have not run; forward only; two processes at once are safe. Right: their names. */
  migrate(): TE.TaskEither<StorageUnavailable, readonly string[]>
}
