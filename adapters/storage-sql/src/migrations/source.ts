import type { Knex } from 'knex'
import type { Dialect } from '../engine/dialect.js'
import { compatibilityTable, noteCompatibility } from './compatibility.js'
import { firstRelease } from './0001-first-release/first-release.js'
import type { Addition, Migration } from './migration.js'

/** Every migration, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [firstRelease]

/** The names of all migrations, in their order. */
export const migrationNames: readonly string[] = MIGRATIONS.map(({ name }) => name)

/** The migration from which a database has the state of its restore hold. */
export const INSTALLATION = firstRelease.name

/** Adds a column or an index if it is missing, because an interrupted migration is run again. */
const add = async (knex: Knex, dialect: Dialect, addition: Addition): Promise<void> => {
  const { kind, table, name, definition } = addition
  if (kind === 'index') return dialect.addIndex(knex, { table, name, columns: definition })
  if (!(await knex.schema.hasColumn(table, name)))
    await knex.raw(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`)
}

const run = async (knex: Knex, dialect: Dialect, migration: Migration): Promise<void> => {
  for (const each of compatibilityTable(dialect)) await knex.raw(each)
  // This comes before any change: programs that don't know the migration read there whether they may run.
  await noteCompatibility(knex, migration)
  for (const each of migration.statements(dialect)) await knex.raw(each)
  for (const addition of migration.additions?.(dialect.types) ?? []) await add(knex, dialect, addition)
  for (const change of migration.changes ?? []) await knex.raw(change)
}

/** Knex's source of the migrations: they are part of the program, not separate files. Forward only. */
export const migrationSource = (
  dialect: Dialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Knex.MigrationSource<Migration> => ({
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: (migration) =>
    Promise.resolve({
      up: (knex: Knex) => run(knex, dialect, migration),
      down: () => Promise.reject(new Error(`${migration.name} cannot be undone: migrations go forward only`)),
    }),
})
