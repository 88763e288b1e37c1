import { right } from '@postrider/conformance/outcome'
import type { OpenStorage } from '@postrider/conformance/storage'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { postgresEngine } from '@postrider/storage-postgres/postgres-engine'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import type { TestDatabase } from '../../servers/test-database.js'
import type { Place } from '../storage-sql/empty-database.js'
import { openAt } from '../storage-sql/open-databases.js'

const migrate = async (): Promise<TestDatabase> => {
  const database = await createPostgresDatabase()
  const storage = await openPostgresStorage(database.url)
  try {
    await right(storage.health.migrate())
  } finally {
    await storage.close()
  }
  return database
}

let migrated: Promise<TestDatabase> | undefined

/** A migrated database on the run's PostgreSQL: a copy of one that is made once a process. */
export const migratedPostgres = async (): Promise<TestDatabase> => {
  const { name } = await (migrated ??= migrate())
  return createPostgresDatabase({ template: name })
}

/** Opens storage on a database of its own on the run's PostgreSQL. */
export const postgresOpener =
  (open = openPostgresStorage): OpenStorage =>
  async (tables) => {
    const database = await (tables === 'made' ? migratedPostgres() : createPostgresDatabase())
    return openAt(database.url, open, () => database.drop())
  }

/** A database of its own, whose tables are made already where that is asked for, and the engine on it. */
export const onPostgres = async (tables?: 'made'): Promise<Place> => {
  const { url, drop } = await (tables === 'made' ? migratedPostgres() : createPostgresDatabase())
  return { url, engine: postgresEngine(url), remove: drop }
}
