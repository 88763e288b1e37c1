import type { Cell } from '../cells/cell.js'

/** For a row whose key already exists: whether its other columns are replaced or stay unchanged. */
export interface OnConflict {
  readonly keys: readonly string[]
  readonly replace: readonly string[]
}

/** A table for writing and reading: columns in a fixed order. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Whether each column is binary, by position. */
  readonly binary: readonly boolean[]
}

/** Rows for one table, as one flat list of cells. */
export interface Insertion {
  readonly kind: 'insertion'
  readonly target: Target
  readonly cells: readonly Cell[]
}

/** A table and how to handle existing rows. */
export interface Target {
  readonly table: Table
  readonly onConflict: OnConflict | undefined
}

/** Declares a table by its columns in order; the suffix `x` means binary. */
export const table = (name: string, columns: readonly string[]): Table => ({
  name,
  columns: columns.map((column) => column.replace(/ x$/, '')),
  binary: columns.map((column) => column.endsWith(' x')),
})

const insertion = (into: Table, onConflict: OnConflict | undefined) => {
  const target: Target = { table: into, onConflict }
  return (cells: readonly Cell[]): Insertion => {
    if (cells.length % into.columns.length !== 0)
      throw new Error(`${cells.length} cells are no rows of ${into.name}`)
    return { kind: 'insertion', target, cells }
  }
}

/** Inserts rows; an existing key fails. */
export const insertInto = (into: Table) => insertion(into, undefined)

/** Inserts rows; existing ones are unchanged. */
export const insertMissing = (into: Table, keys: readonly string[]) => insertion(into, { keys, replace: [] })

/** Inserts rows; in existing ones, all columns but the keys (or the named ones) are replaced. */
export const insertOrReplace = (
  into: Table,
  keys: readonly string[],
  replace: readonly string[] = into.columns.filter((column) => !keys.includes(column)),
) => insertion(into, { keys, replace })

/** The clause after the rows of an insertion, in standard SQL. */
export const conflictText = ({ onConflict }: Target): string => {
  if (onConflict === undefined) return ''
  const { keys, replace } = onConflict
  if (replace.length === 0) return ` ON CONFLICT (${keys.join(',')}) DO NOTHING`
  const changes = replace.map((column) => `${column}=excluded.${column}`).join(',')
  return ` ON CONFLICT (${keys.join(',')}) DO UPDATE SET ${changes}`
}
