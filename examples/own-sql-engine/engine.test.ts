import type { Storage } from '@postrider/core/storage'
import { describeSqlEngine } from '@postrider/conformance/sql-engine'
import { describeStorage, type OpenedStorage, STORAGE_SUITES } from '@postrider/conformance/storage'
import { type Engine, openStorageOn } from '@postrider/storage-sql/own-engine'
import { postgresJsEngine } from './engine.ts'
import { createDatabase, type OwnDatabase } from './own-postgres.ts'

let migrated: OwnDatabase | undefined

/** Every suite gets a copy of one database that is migrated once. */
const migratedDatabase = async (): Promise<OwnDatabase> => {
  if (migrated === undefined) {
    migrated = await createDatabase()
    const storage = openStorageOn(postgresJsEngine(migrated.url))
    const outcome = await storage.health.migrate()()
    if (outcome._tag === 'Left') throw new Error(outcome.left.cause)
    await storage.close()
  }
  return createDatabase(migrated.name)
}
after(() => migrated?.drop())

const openStorage = async (tables?: 'made'): Promise<OpenedStorage> => {
  const database = await (tables === 'made' ? migratedDatabase() : createDatabase())
  const opened: Storage[] = []
  const another = async (): Promise<Storage> => {
    const storage = openStorageOn(postgresJsEngine(database.url))
    opened.push(storage)
    return storage
  }
  const closeAll = () => Promise.all(opened.splice(0).map((storage) => storage.close()))
  return {
    storage: await another(),
    url: database.url,
    another,
    reopen: async () => {
      await closeAll()
      return another()
    },
    close: async () => {
      await closeAll()
      await database.drop()
    },
  }
}

describeSqlEngine('PostgreSQL by postgres.js', async () => {
  const database = await createDatabase()
  const opened: Engine[] = []
  const another = async (): Promise<Engine> => {
    const engine = postgresJsEngine(database.url)
    opened.push(engine)
    return engine
  }
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((engine) => engine.close()))
    await database.drop()
  }
  return { engine: await another(), another, close }
})

// The whole of it takes minutes; SUITES=5 is every fifth suite of the storage.
const every = Number(process.env['SUITES'] ?? 1)
if (every === 1) describeStorage('PostgreSQL by postgres.js', openStorage)
else
  describe(`Every ${every}th suite of the storage, on PostgreSQL by postgres.js`, () => {
    STORAGE_SUITES.filter((_, at) => at % every === 0).forEach((suite) => suite(openStorage))
  })
