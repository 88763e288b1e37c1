import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { isEmbedded } from '@postrider/wiring/settings'
import { type Failure, failure } from '../exit-code.js'

/** Brings an embedded database up to date; one on a server is for `postrider migrate` alone, run by a person. */
export const migrateEmbedded = async ({
  settings,
  ports,
  log,
}: Composition): Promise<E.Either<Failure, void>> => {
  if (!isEmbedded(settings)) return E.right(undefined)
  const migrated = await ports.storage.health.migrate()()
  if (E.isLeft(migrated)) return E.left(failure(`postrider cannot start: ${migrated.left.cause}`))
  if (migrated.right.length > 0)
    log.info({ migrations: migrated.right }, 'the database was brought up to date')
  return E.right(undefined)
}
