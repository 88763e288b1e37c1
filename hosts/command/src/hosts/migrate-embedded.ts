import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { isEmbedded } from '@postrider/wiring/settings'
import { type CommandFailure, failure } from '../exit-code.js'

/**
 * Brings an embedded database up to date, and tells which migrations ran; one on a server is for `postrider migrate` alone,
 * run by a person.
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
