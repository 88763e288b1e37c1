import type { Cell } from '../cells/cell.js'
import { table, type Table } from '../engine/insertion.js'
import {
  columnsRead,
  type RecordFields,
  fieldsReader,
  type Form,
  ownColumns,
  picked,
  rowWriter,
  type WrittenColumn,
} from './fields.js'
import { type RowReader, type Selection, selectionOf } from './selection.js'

/** A column that is computed from the whole record. */
export interface Derived<R> {
  readonly isBinary?: boolean
  readonly write: (record: R) => Cell
}

/** A table of records: writing and reading follow from one declaration. */
export interface RecordTable<R> extends Selection<R> {
  readonly table: Table
  /** The record's row. */
  readonly cells: (record: R) => readonly Cell[]
  /** The records' rows, concatenated. */
  readonly rows: (records: readonly R[]) => Cell[]
  /** Appends the record's row. */
  readonly push: (into: Cell[], record: R) => void
  /** Some of the properties; only their columns are selected. */
  readonly pick: <K extends keyof R>(...properties: readonly K[]) => Selection<Pick<R, K>>
  /** The same for data with many rows: see `formedReader`. */
  readonly pickFormed: <K extends keyof R>(
    form: Form<Pick<R, K>>,
    ...properties: readonly K[]
  ) => Selection<Pick<R, K>>
  /** The whole record, with some properties taken from the given values instead of the table. */
  readonly given: (known: Partial<R>) => Selection<R>
}

/** Further options of a table. */
interface Further<R> {
  /**
   * Columns that are written from the whole record: searched ones, and those of a property that depends on
   * another one.
   */
  readonly derived?: Readonly<Record<string, Derived<R>>>
  /** For a table that is read for every message: see `formedReader`. */
  readonly form?: Form<R>
}

/** All columns: those of the properties, followed by those computed from the whole record. */
const writtenColumns = <R extends object>(
  fields: RecordFields<R>,
  derived: Readonly<Record<string, Derived<R>>>,
): readonly WrittenColumn[] => {
  const further = Object.entries(derived).map(([name, { isBinary = false, write }]) => ({
    name,
    isBinary,
    property: undefined,
    write,
  }))
  return [...ownColumns(fields).filter(({ name }) => !(name in derived)), ...further]
}

/**
 * A table of records, declared once. The declaration determines the written columns, their writer, the
 * selected columns and their reader, all at program start. The first property's column is never NULL, so that
 * an outer join can detect by it whether there is a row.
 */
export const recordTable = <R extends object>(
  name: string,
  fields: RecordFields<R>,
  { derived = {}, form }: Further<R> = {},
): RecordTable<R> => {
  const written = writtenColumns(fields, derived)
  const push = rowWriter(written)
  const rows = (records: readonly R[]): Cell[] => {
    const into: Cell[] = []
    for (const record of records) push(into, record)
    return into
  }
  const selecting = <A>(
    some: object,
    known: Readonly<Record<string, unknown>> = {},
    formed?: Form<A>,
  ): Selection<A> => {
    const read = columnsRead(picked(some, (property) => !(property in known)))
    const columns = written.map((column) => column.name).filter((column) => read.has(column))
    const reader: RowReader<unknown> = fieldsReader(some, columns, known, formed as Form<object> | undefined)
    return selectionOf(columns, reader as RowReader<A>)
  }
  return {
    ...selecting<R>(fields, {}, form),
    table: table(
      name,
      written.map((column) => (column.isBinary ? `${column.name} x` : column.name)),
    ),
    cells: (record) => rows([record]),
    rows,
    push,
    pick: (...properties) => selecting(picked(fields, (each) => properties.includes(each as never))),
    pickFormed: (formed, ...properties) =>
      selecting(
        picked(fields, (each) => properties.includes(each as never)),
        {},
        formed,
      ),
    given: (known) => selecting(fields, known, form),
  }
}
