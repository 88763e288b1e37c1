import type { Cell, Cells } from '../cells/cell.js'
import { insertInto, type Insertion } from '../engine/insertion.js'
import { type Filled, statement } from '../engine/template.js'
import { CHANGE_PARTS, type ChangePart } from '../guards/catalog-parts.js'
import type { RecordTable } from '../rows/record-table.js'

/** A table whose records units change one by one, by primary key. */
export interface TableGateway<K, R> {
  readonly name: string
  /** Whether caches hold its records: only an exclusive unit changes them. */
  readonly isVersioned: boolean
  /**
   * Whether sending depends on its records, so that a change is recorded for their Organization, or for
   * everyone.
   */
  readonly isForSending: boolean
  /** The part of catalogs that its records are in; undefined if none. */
  readonly changePart: ChangePart | undefined
  /** Whether people's and Agents' rights depend on its records. */
  readonly holdsRights: boolean
  readonly of: (row: Cells) => R
  readonly keyCells: (key: K) => Cells
  /** The key of a row, or of a record's cells. */
  readonly keyIn: (row: Cells) => Cells
  readonly cells: (record: R) => Cells
  readonly lock: (key: Cells) => Filled
  readonly find: (key: Cells) => Filled
  readonly insert: (cells: Cells) => Insertion
  readonly update: (cells: Cells) => Filled
  readonly remove: (key: Cells) => Filled
}

const partOf = (row: Cells, places: readonly number[]): readonly Cell[] => places.map((at) => row[at] ?? null)

/**
 * The use of records. Only exclusive units change records that sending depends on (`sending`, or the part of
 * catalogs that they are in), that `rights` depend on, or that are `cached` for another reason. Rights depend
 * on `sessions` too, which any unit changes.
 */
type Use = 'sending' | ChangePart | 'rights' | 'services and rights' | 'sessions' | 'cached' | 'none'

const changePartOf = (use: Use): ChangePart | undefined =>
  use === 'services and rights' ? 'services' : CHANGE_PARTS.find((part) => part === use)

/** The gateway of a table; `columns` are its primary key's. */
export const tableGateway = <K, R>(
  { table, select, cells, of }: RecordTable<R>,
  columns: readonly string[],
  keyCells: (key: K) => Cells,
  use: Use = 'none',
): TableGateway<K, R> => {
  const { name } = table
  const keyPlaces = columns.map((column) => table.columns.indexOf(column))
  const otherPlaces = table.columns.map((_, at) => at).filter((at) => !keyPlaces.includes(at))
  const equal = (at: number): string => `${table.columns[at]} = ?${table.binary[at] === true ? 'x' : ''}`
  const byKey = keyPlaces.map(equal).join(' AND ')
  const lock = statement(
    `SELECT ${select('r')} FROM ${name} r {by ${name}.PRIMARY} WHERE ${byKey} {for update}`,
  )
  const find = statement(`SELECT 1 FROM ${name} WHERE ${byKey}`)
  const update = statement(`UPDATE ${name} SET ${otherPlaces.map(equal).join(', ')} WHERE ${byKey}`)
  const remove = statement(`DELETE FROM ${name} WHERE ${byKey}`)
  return {
    name,
    isVersioned: use !== 'none' && use !== 'sessions',
    isForSending: use === 'sending' || changePartOf(use) !== undefined,
    changePart: changePartOf(use),
    holdsRights: use === 'rights' || use === 'services and rights' || use === 'sessions',
    of,
    keyCells,
    keyIn: (row) => partOf(row, keyPlaces),
    cells,
    lock: (key) => lock(...key),
    find: (key) => find(...key),
    insert: insertInto(table),
    update: (row) => update(...partOf(row, otherPlaces), ...partOf(row, keyPlaces)),
    remove: (key) => remove(...key),
  }
}
