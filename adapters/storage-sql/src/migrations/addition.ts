import type { Knex } from 'knex'
import type { EngineName } from './dialect.js'

/** Something that a table of an earlier migration gets. */
export interface Addition {
  readonly kind: 'column' | 'index'
  readonly table: string
  readonly name: string
  /** A column's type, or the columns of an index. */
  readonly definition: string
}

const hasIndex = async (knex: Knex, { table, name }: Addition): Promise<boolean> => {
  const found: unknown = await knex('information_schema.statistics')
    .whereRaw('table_schema = DATABASE()')
    .where({ table_name: table, index_name: name })
    .first('index_name')
  return found !== undefined
}

/** Adds what is not there yet: a migration that was interrupted begins anew, and no engine's SQL can say it for all. */
export const add = async (knex: Knex, engine: EngineName, addition: Addition): Promise<void> => {
  const { kind, table, name, definition } = addition
  if (kind === 'column') {
    const isThere = await knex.schema.hasColumn(table, name)
    if (!isThere) await knex.raw(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`)
    return
  }
  if (engine === 'sqlite') {
    await knex.raw(`CREATE INDEX IF NOT EXISTS ${table}_${name} ON ${table} (${definition})`)
    return
  }
  const isThere = await hasIndex(knex, addition)
  if (!isThere) await knex.raw(`ALTER TABLE ${table} ADD INDEX ${name} (${definition})`)
}
