/**
 * A value as both engines pass and return it. Binary columns (ids, digests) are lower-case hexadecimal here,
 * which is a literal for MySQL and cheap to send to SQLite's thread.
 */
export type Cell = string | number | null

/** A row by position. */
export type Cells = readonly Cell[]

/** Each cell once, in the order of its first occurrence. */
export const uniqueCells = <A extends Cell>(cells: readonly A[]): readonly A[] => [...new Set(cells)]

export const readInteger = (cell: Cell | undefined): number => {
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return cell
  throw new Error(`the database returned ${typeof cell} where a safe integer belongs`)
}

export const readText = (cell: Cell | undefined): string => {
  if (typeof cell === 'string') return cell
  throw new Error(`the database returned ${typeof cell} where text belongs`)
}

export const isNull = (cell: Cell | undefined): cell is null | undefined =>
  cell === null || cell === undefined

export const optional = <A>(read: (cell: Cell | undefined) => A, cell: Cell | undefined): A | undefined =>
  isNull(cell) ? undefined : read(cell)

/** A JSON column; only this adapter writes it. */
export const readJson = (cell: Cell | undefined): unknown => JSON.parse(readText(cell))
