import type { Knex } from 'knex'
import { catalogTables } from './catalog-tables.js'
import { createTable, mysqlTypes, sqliteTypes } from './dialect.js'
import { messageTables } from './message-tables.js'
import { moneyTables } from './money-tables.js'

type Engine = 'mysql' | 'sqlite'

/** A change of the schema. It is never edited once released and can be run again after an interruption. */
interface Migration {
  readonly name: string
  readonly statements: (engine: Engine) => readonly string[]
}

const foundation: Migration = {
  name: '0001_foundation',
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    const tables = [...catalogTables(types), ...moneyTables(types), ...messageTables(types)]
    const missing = 'WHERE NOT EXISTS (SELECT * FROM catalog_epoch)'
    return [
      ...tables.flatMap((definition) => createTable(engine, definition)),
      `INSERT INTO catalog_epoch (one, epoch) SELECT * FROM (SELECT 1 AS one, 1 AS epoch) first ${missing}`,
    ]
  },
}

const MIGRATIONS: readonly Migration[] = [foundation]

/** The names of all migrations, in their order. */
export const migrationNames: readonly string[] = MIGRATIONS.map(({ name }) => name)

/** Knex's view of the migrations: they are part of the program, not files beside it. Forward only. */
export const migrationSource = (engine: Engine): Knex.MigrationSource<Migration> => ({
  getMigrations: () => Promise.resolve([...MIGRATIONS]),
  getMigrationName: ({ name }) => name,
  getMigration: ({ statements, name }) =>
    Promise.resolve({
      up: async (knex: Knex) => {
        for (const each of statements(engine)) await knex.raw(each)
      },
      down: () => Promise.reject(new Error(`${name} cannot be undone: migrations go forward only`)),
    }),
})
