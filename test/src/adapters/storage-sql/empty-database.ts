import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import type { Migration } from '@postrider/storage-sql/migrations/migration'
import { migrationSource } from '@postrider/storage-sql/migrations/source'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import type { Storage } from '@postrider/core/assembly/storage'
import { openAnyStorage } from '../open-any-storage.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'
import { migratedDatabase } from './migrated-databases.js'
import { placeMigratedFile } from './migrated-file.js'

/** A database without tables, and the engine on it. */
export interface Place {
  readonly url: string
  readonly engine: Engine
  remove(): Promise<void>
}

/** An empty database of each engine, with tables on request. */
export const onSqlite = async (tables?: 'made'): Promise<Place> => {
  const directory = await freshDirectory('migrations')
  const path = join(directory, 'postrider.db')
  if (tables === 'made') await placeMigratedFile(path)
  const url = `sqlite:${path}`
  return { url, engine: sqliteEngine(url), remove: () => rm(directory, { recursive: true, force: true }) }
}

/** Like {@link onSqlite}. */
export const onMariadb = async (tables?: 'made'): Promise<Place> => {
  const { url, drop } = await (tables === 'made' ? migratedDatabase() : createDatabase())
  return { url, engine: mysqlEngine(url, {}), remove: drop }
}

/** Migrates the database like a program that has these migrations. */
export const migrateWith = (engine: Engine, migrations: readonly Migration[]): Promise<unknown> =>
  engine.migrating((knex) =>
    knex.migrate.latest({
      migrationSource: migrationSource(engine.dialect, migrations),
      disableTransactions: true,
    }),
  )

/** Opens databases and storages for the running test, and closes and removes them after it. */
export const useDatabases = () => {
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })
  return {
    opened: async (open: () => Promise<Place>): Promise<Place> => {
      const place = await open()
      undo.push(place.remove, () => place.engine.close())
      return place
    },
    stored: async (url: string): Promise<Storage> => {
      const storage = await openAnyStorage(url)
      undo.push(() => storage.close())
      return storage
    },
  }
}
