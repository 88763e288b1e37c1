import { isNull, type Cells } from '../cells/cell.js'
import type { ReadCell } from './column.js'

/** Reads a value that starts at this position of a row. */
export type RowReader<A> = (row: Cells, at: number) => A

/** Consecutive selected columns, and the reader of their value. */
export interface Selection<A> {
  /** The columns for a SELECT with this alias, in the order in which they are read. */
  readonly select: (alias: string) => string
  /** The number of these columns. */
  readonly width: number
  readonly read: RowReader<A>
  /** Reads a row that starts with these columns; the caller reads the rest. */
  readonly of: (row: Cells) => A
}

/** A selection of these columns. */
export const selectionOf = <A>(columns: readonly string[], read: RowReader<A>): Selection<A> => ({
  select: (alias) => columns.map((column) => `${alias}.${column}`).join(', '),
  width: columns.length,
  read,
  of: (row) => read(row, 0),
})

/** A cell at this offset from the start, and its reader. */
export interface CellReader<A> {
  readonly place: number
  readonly cell: ReadCell<A>
}

/** How a property is read: from one cell, or from several. */
export type ReadProperty<A> = CellReader<A> | RowReader<A>

type Readers<R> = { readonly [K in keyof R]-?: ReadProperty<R[K]> }

const isSpot = <A>(reader: ReadProperty<A>): reader is CellReader<A> => 'place' in reader

/** Reads an object, property by property. */
export const objectReader = <R extends object>(readers: Readers<R>): RowReader<R> => {
  const each = Object.entries<ReadProperty<unknown>>(readers)
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(each.map(([name]) => [name, undefined]))
  const spots = each.flatMap(([name, reader]) => (isSpot(reader) ? [{ name, ...reader }] : []))
  const others = each.flatMap(([name, read]) => (isSpot(read) ? [] : [{ name, read }]))
  return (row, at) => {
    const made: Record<string, unknown> = { ...blank }
    for (const { name, place, cell } of spots) made[name] = cell(row[at + place])
    for (const { name, read } of others) made[name] = read(row, at)
    return made as R
  }
}

/**
 * The same for tables that are read for every message. `form` copies an object property by property, in an
 * object literal: JavaScript engines create such an object several times as fast as one that is filled by
 * property names.
 */
export const formedReader = <R extends object>(readers: Readers<R>, form: (of: R) => R): RowReader<R> => {
  let current: Cells = []
  let start = 0
  const getter = (reader: ReadProperty<unknown>): (() => unknown) => {
    if (!isSpot(reader)) return () => reader(current, start)
    const { place, cell } = reader
    return () => cell(current[start + place])
  }
  const properties = Object.entries<ReadProperty<unknown>>(readers).map(
    ([name, reader]): [string, PropertyDescriptor] => [name, { get: getter(reader) }],
  )
  const view = Object.defineProperties({}, Object.fromEntries(properties)) as R
  return (row, at) => {
    current = row
    start = at
    return form(view)
  }
}

/**
 * A part that an outer join may not find: undefined if its first column is NULL, which it never is in an
 * existing row.
 */
export const outer = <A>(inner: Selection<A>): Selection<A | undefined> =>
  selectionFrom(inner, (row, at) => (isNull(row[at]) ? undefined : inner.read(row, at)))

/** The same columns with another reader. */
export const selectionFrom = <A>(of: Selection<unknown>, read: RowReader<A>): Selection<A> => ({
  select: of.select,
  width: of.width,
  read,
  of: (row) => read(row, 0),
})

/** A further column of a join, by its SQL. */
export interface Expression<A> {
  readonly sql: string
  readonly cell: ReadCell<A>
}

/** A column or an expression of a join, and the reader of its cell. */
export const expression = <A>(sql: string, cell: ReadCell<A>): Expression<A> => ({ sql, cell })

type Part<A> = Selection<A> | Expression<A>

type ValueOf<P> = P extends Part<infer A> ? A : never

/** The value of a row of a join, by the names of its parts. */
type JoinedRow<P> = { readonly [K in keyof P]: ValueOf<P[K]> }

/** Several tables that are read together. */
export interface Joined<A> {
  /** The columns for the SELECT: those of each table with its alias, and the expressions. */
  readonly columns: string
  readonly of: (row: Cells) => A
}

/**
 * Reads a join by its tables: `joined({ m: messages, f: outer(failures) })` selects the columns of the
 * aliases `m` and `f`, and reads each row as `{ m, f }`. Parts that aren't tables are expressions with a
 * name. Use a `form` for data with many rows: see `formedReader`.
 */
export const joined = <P extends Readonly<Record<string, Part<unknown>>>>(
  parts: P,
  form?: (of: JoinedRow<P>) => JoinedRow<P>,
): Joined<JoinedRow<P>> => {
  const columns: string[] = []
  const readers: Record<string, ReadProperty<unknown>> = {}
  let width = 0
  for (const [name, part] of Object.entries(parts)) {
    const from = width
    if ('sql' in part) {
      columns.push(part.sql)
      readers[name] = { place: from, cell: part.cell }
      width += 1
    } else {
      columns.push(part.select(name))
      readers[name] = (row, at) => part.read(row, at + from)
      width += part.width
    }
  }
  const rowReaders = readers as Readers<JoinedRow<P>>
  const read =
    form === undefined ? objectReader<JoinedRow<P>>(rowReaders) : formedReader<JoinedRow<P>>(rowReaders, form)
  return { columns: columns.join(', '), of: (row) => read(row, 0) }
}
