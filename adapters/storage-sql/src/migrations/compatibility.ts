import type { Knex } from 'knex'
import type { Dialect } from '../engine/dialect.js'

/** The table with the oldest program that may run on a database with each migration. */
const BESIDE_TABLE = 'migrations_beside'

/** A migration, and the newest migration that a program has to know to run on a database with it. */
export interface MigrationCompatibility {
  readonly name: string
  readonly oldestProgram: string
}

/** The statements that create the table. */
export const compatibilityTable = ({ types, createTable }: Dialect): readonly string[] =>
  createTable({
    name: BESIDE_TABLE,
    byKey: true,
    columns: `name ${types.name(64)} NOT NULL PRIMARY KEY, oldest_program ${types.name(64)} NOT NULL`,
  })

/**
 * Records the compatibility of a migration before it changes anything, so that no program finds the migration
 * without it.
 */
export const noteCompatibility = async (
  knex: Knex,
  { name, oldestProgram }: MigrationCompatibility,
): Promise<void> => {
  await knex(BESIDE_TABLE).insert({ name, oldest_program: oldestProgram }).onConflict('name').ignore()
}

/** The recorded compatibility of these migrations. */
export const readCompatibility = async (
  knex: Knex,
  names: readonly string[],
): Promise<readonly MigrationCompatibility[]> => {
  if (names.length === 0 || !(await knex.schema.hasTable(BESIDE_TABLE))) return []
  const rows = await knex(BESIDE_TABLE)
    .whereIn('name', [...names])
    .select<Array<{ name: string; oldest_program: string }>>('name', 'oldest_program')
  return rows.map((row) => ({ name: row.name, oldestProgram: row.oldest_program }))
}
