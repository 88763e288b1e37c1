import type { Id, IdPrefix } from '@postrider/core/domain/ids/id'
import { type Sheet, sheetName } from '@postrider/core/domain/ledger/book'
import * as cell from '../cells/cell.js'
import type { Cell, Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell, idCellOr, idOf, idOrNone } from '../cells/id-cell.js'
import { sheetOf } from '../cells/sheet-cell.js'
import { columnsOf, table, type Table } from '../engine/insertion.js'

/** How one property of a record is kept. */
export interface Column<V> {
  /** The column's name; ` x` after it says binary. */
  readonly name: string
  readonly write: (value: V) => Cell
  readonly read: (from: Cell | undefined) => V
}

export type Columns<R> = { readonly [K in keyof R]-?: Column<R[K]> }

export const anId = <P extends IdPrefix>(prefix: P, name: string): Column<Id<P>> => ({
  name: `${name} x`,
  write: idCell,
  read: (from) => idOf(prefix, from),
})

export const anIdOrNone = <P extends IdPrefix>(prefix: P, name: string): Column<Id<P> | undefined> => ({
  name: `${name} x`,
  write: idCellOr,
  read: (from) => idOrNone(prefix, from),
})

export const aDigest = (name: string): Column<string> => ({
  name: `${name} x`,
  write: (digest) => digestCell(digest, 32),
  read: cell.text,
})

export const aDigestOrNone = (name: string): Column<string | undefined> => ({
  name: `${name} x`,
  write: (digest) => (digest === undefined ? null : digestCell(digest, 32)),
  read: (from) => cell.optional(cell.text, from),
})

/** The first 128 bits of a digest. */
export const aShortDigest = (name: string): Column<string> => ({
  name: `${name} x`,
  write: (digest) => digestCell(digest, 16),
  read: cell.text,
})

export const aShortDigestOrNone = (name: string): Column<string | undefined> => ({
  name: `${name} x`,
  write: (digest) => (digest === undefined ? null : digestCell(digest, 16)),
  read: (from) => cell.optional(cell.text, from),
})

export const aTextOrNone = <T extends string>(name: string): Column<T | undefined> => ({
  name,
  write: (value) => value ?? null,
  read: (from) => cell.optional(cell.text, from) as T | undefined,
})

/** Text, of a closed set or free. */
export const aText = <T extends string>(name: string): Column<T> => ({
  name,
  write: (value) => value,
  read: (from) => cell.text(from) as T,
})

/** A book and a currency in one text. */
export const aSheet = (name: string): Column<Sheet> => ({ name, write: sheetName, read: sheetOf })

export const anInteger = (name: string): Column<number> => ({
  name,
  write: (value) => value,
  read: cell.integer,
})

export const anIntegerOrNone = (name: string): Column<number | undefined> => ({
  name,
  write: (value) => value ?? null,
  read: (from) => cell.optional(cell.integer, from),
})

/** A list or an object, kept as JSON text. */
export const aValue = <V>(name: string): Column<V> => ({
  name,
  write: (value) => JSON.stringify(value),
  read: (from) => cell.json(from) as V,
})

/** As `aValue`, where there may be none. */
export const aValueOrNone = <V>(name: string): Column<V | undefined> => ({
  name,
  write: (value) => (value === undefined ? null : JSON.stringify(value)),
  read: (from) => cell.optional(cell.json, from) as V | undefined,
})

/** A table whose rows are records, property by property. */
export interface RecordTable<R> {
  readonly table: Table
  /** Its columns for a SELECT from this alias. */
  readonly select: (alias: string) => string
  readonly cells: (record: R) => readonly Cell[]
  readonly of: (row: Cells) => R
}

/**
 * A table of records. What is derived of a record stands in further columns behind its own: they are written and
 * searched, never read.
 */
export const recordTable = <R>(
  name: string,
  columns: Columns<R>,
  derived: Readonly<Record<string, (record: R) => Cell>> = {},
): RecordTable<R> => {
  const properties = Object.keys(columns) as Array<keyof R & string>
  const own = properties.map((property) => columns[property].name)
  const declared = table(name, [...own, ...Object.keys(derived)])
  return {
    table: declared,
    select: (alias) => columnsOf(declared, alias),
    cells: (record) => [
      ...properties.map((property) => columns[property].write(record[property])),
      ...Object.values(derived).map((of) => of(record)),
    ],
    of: (row) =>
      Object.fromEntries(properties.map((property, at) => [property, columns[property].read(row[at])])) as R,
  }
}
