import {
  type Cell,
  type ColumnTypes,
  type Engine,
  type Statement,
  statement,
  type TableDefinition,
  type Target,
} from '@postrider/storage-sql/own-engine'
import { fresh } from '../builders/fresh.js'

/** A table with a column of each type. */
const things = (t: ColumnTypes): TableDefinition => ({
  name: 'kit_things',
  byKey: true,
  columns: `id ${t.id} NOT NULL PRIMARY KEY, a_digest ${t.digest}, a_word ${t.word}, a_name ${t.name(64)},
    a_text ${t.text}, a_long ${t.long}, an_integer ${t.integer}, a_small ${t.small}, some_bytes ${t.bytes},
    CONSTRAINT small_is_small CHECK (a_small >= 0)`,
  indexes: { by_integer: 'an_integer', by_start: t.start('a_text') },
  uniques: { one_name: 'a_name' },
})

/** A table with a counter. */
const counted = (t: ColumnTypes): TableDefinition => ({
  name: 'kit_counted',
  columns: `number ${t.counter}, said ${t.name(64)} NOT NULL`,
})

/** A table for contended rows. */
const rows = (t: ColumnTypes): TableDefinition => ({
  name: 'kit_rows',
  byKey: true,
  columns: `id ${t.id} NOT NULL PRIMARY KEY, n ${t.integer} NOT NULL`,
})

/** The repeatable statements that create the tables of the kit. */
export const tableStatements = ({ dialect }: Engine): readonly string[] =>
  [things, counted, rows].flatMap((definition) => dialect.createTable(definition(dialect.types)))

/** Creates the tables as migrations do. */
export const makeTables = (engine: Engine): Promise<void> =>
  engine.migrating(async (knex) => {
    for (const text of tableStatements(engine)) await knex.raw(text)
  })

const THINGS: Target['table'] = {
  name: 'kit_things',
  columns: ['id', 'a_digest', 'a_word', 'a_name', 'a_text', 'a_long', 'an_integer', 'a_small', 'some_bytes'],
  binary: [true, true, false, false, false, false, false, false, true],
}

/**
 * Inserts rows with a statement of the table modules; an existing row is an error unless `onConflict` is
 * given.
 */
export const insertThings = (
  cells: ReadonlyArray<readonly Cell[]>,
  onConflict?: Target['onConflict'],
): Statement => ({ kind: 'insertion', target: { table: THINGS, onConflict }, cells: cells.flat() })

const ROWS: Target['table'] = { name: 'kit_rows', columns: ['id', 'n'], binary: [true, false] }

/** Inserts contended rows, each with its number. */
export const insertRows = (cells: ReadonlyArray<readonly [id: string, n: number]>): Statement => ({
  kind: 'insertion',
  target: { table: ROWS, onConflict: undefined },
  cells: cells.flat(),
})

export const setRow = statement('UPDATE kit_rows SET n = ? WHERE id = ?x')
export const addToRow = statement('UPDATE kit_rows SET n = n + ? WHERE id = ?x')
export const readRow = statement('SELECT n FROM kit_rows WHERE id = ?x')
export const lockRow = statement('SELECT n FROM kit_rows WHERE id = ?x {for update}')

/** 16 bytes that no row has. */
export const aKitId = (): string => fresh.hex(32)

/** A row of `things` with a key, a name that defaults to the key, and the given values. */
export const aThing = (id: string, values: Readonly<Record<string, Cell>> = {}): readonly Cell[] => {
  const cells: Readonly<Record<string, Cell>> = { id, a_name: id, ...values }
  return THINGS.columns.map((column) => cells[column] ?? null)
}
