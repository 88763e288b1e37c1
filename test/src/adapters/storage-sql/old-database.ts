import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { catalogTables } from '@postrider/storage-sql/migrations/catalog-tables'
import { sqliteTypes } from '@postrider/storage-sql/migrations/dialect'
import { messageTables } from '@postrider/storage-sql/migrations/message-tables'
import { moneyTables } from '@postrider/storage-sql/migrations/money-tables'
import { migrationNames, migrationSource } from '@postrider/storage-sql/migrations/source'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'

/** A database without tables, and the engine on it. */
export interface Place {
  readonly url: string
  readonly engine: Engine
  remove(): Promise<void>
}

/** An empty database of each engine. */
export const onSqlite = async (): Promise<Place> => {
  const directory = await freshDirectory('migrations')
  const url = `sqlite:${join(directory, 'postrider.db')}`
  return { url, engine: sqliteEngine(url), remove: () => rm(directory, { recursive: true, force: true }) }
}

/** As {@link onSqlite}. */
export const onMariadb = async (): Promise<Place> => {
  const { url, drop } = await createDatabase()
  return { url, engine: mysqlEngine(url, {}), remove: drop }
}

/** Tables of the first release. */
const FOUNDATION = [catalogTables, moneyTables, messageTables]
  .flatMap((tables) => tables(sqliteTypes))
  .map(({ name }) => name)

/** Makes the database that a program would have made that knew the first so many migrations. */
export const migrateTo = (engine: Engine, count: number): Promise<unknown> => {
  const source = migrationSource(engine.name)
  const known = { ...source, getMigrations: async () => (await source.getMigrations([])).slice(0, count) }
  return engine.migrating((knex) =>
    knex.migrate.latest({ migrationSource: known, disableTransactions: true }),
  )
}

/** How many migrations come before the one of this name. */
export const migrationsBefore = (name: string): number => migrationNames.indexOf(name)

/** Carries the rows of the first release's tables over, as far as the other database has columns for them. */
export const carry = async (from: Knex, to: Knex): Promise<void> => {
  for (const table of FOUNDATION) {
    const columns = await to(table).columnInfo()
    const rows = await from(table).select<Record<string, unknown>[]>(Object.keys(columns))
    await to(table).delete()
    for (const row of rows)
      await to(table).insert(
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, bound(to, columns[name], value)]),
        ),
      )
  }
}

// SQLite's thread answers bytes as hexadecimal digits, and takes none but as a literal.
const bound = (to: Knex, column: Knex.ColumnInfo | undefined, value: unknown): unknown =>
  column?.type === 'blob' && typeof value === 'string' ? to.raw(`X'${value}'`) : value

/** Opens databases and storages for the test that runs, and closes and removes them after it. */
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
      const storage = await openStorage(url)
      undo.push(() => storage.close())
      return storage
    },
  }
}
