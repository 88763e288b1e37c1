import { right } from '@postrider/conformance/outcome'
import type { OpenStorage } from '@postrider/conformance/storage'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { postgresEngine } from '@postrider/storage-postgres/postgres-engine'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import type { TestDatabase } from '../../servers/test-database.js'
import type { Place } from '../storage-sql/empty-database.js'
import { openAt } from '../storage-sql/open-databases.js'
import { type CleanDatabase, emptyPostgres, readClean } from './emptied-database.js'

/** The template of all databases of this process. */
interface Template {
  readonly name: string
  readonly clean: CleanDatabase
}

const makeTemplate = async (): Promise<Template> => {
  const { url, name } = await createPostgresDatabase()
  const storage = await openPostgresStorage(url)
  try {
    await right(storage.health.migrate())
  } finally {
    await storage.close()
  }
  return { name, clean: await readClean(url) }
}

let made: Promise<Template> | undefined

const template = (): Promise<Template> => (made ??= makeTemplate())

/** A migrated database on the run's PostgreSQL, for tests that change its tables or settings. */
export const copiedPostgres = async (): Promise<TestDatabase> =>
  createPostgresDatabase({ template: (await template()).name })

/** Emptied databases that wait for a test of this process. */
const waiting: TestDatabase[] = []

const newDatabase = async (): Promise<TestDatabase> => {
  const { clean } = await template()
  const { url, name } = await copiedPostgres()
  const database: TestDatabase = {
    url,
    name,
    drop: async () => {
      await emptyPostgres(url, clean)
      waiting.push(database)
    },
  }
  return database
}

/**
 * A migrated database on the run's PostgreSQL that belongs to one test until it drops it. Then it is emptied
 * for the next test, because copying and dropping a database takes more than twice as long.
 */
export const migratedPostgres = async (): Promise<TestDatabase> => waiting.pop() ?? newDatabase()

/** Opens storage on a database of its own on the run's PostgreSQL. */
export const postgresOpener =
  (open = openPostgresStorage): OpenStorage =>
  async (tables) => {
    const database = await (tables === 'made' ? migratedPostgres() : createPostgresDatabase())
    return openAt(database.url, open, () => database.drop())
  }

const placeIn = ({ url, drop }: TestDatabase): Place => ({ url, engine: postgresEngine(url), remove: drop })

/** A database of its own, with tables on request, and the engine on it. */
export const onPostgres = async (tables?: 'made'): Promise<Place> =>
  placeIn(await (tables === 'made' ? migratedPostgres() : createPostgresDatabase()))

/** Like {@link onPostgres} with tables, in a database that no other test has filled before. */
export const onCopiedPostgres = async (): Promise<Place> => placeIn(await copiedPostgres())
