import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { isEmbedded } from '@postrider/wiring/settings'
import { type CommandFailure, failure } from '../exit-code.js'

/**
 * Migrates an embedded database, and prints the migrations that ran. A database on a server is only migrated
 * by `postrider migrate`, which a person runs.
 */
export const migrateEmbedded = async (
  { settings, ports, log }: Composition,
  tell = (migrations: readonly string[]): void => log.info({ migrations }, 'database migrated'),
): Promise<E.Either<CommandFailure, void>> => {
  if (!isEmbedded(settings)) return E.right(undefined)
  const migrated = await ports.storage.health.migrate()()
  if (E.isLeft(migrated)) return E.left(failure(`postrider cannot start: ${migrated.left.cause}`))
  if (migrated.right.length > 0) tell(migrated.right)
  return E.right(undefined)
}
