/**
 * A value as both engines give and take it. Binary columns (ids, digests) are lower-case hexadecimal here: it
 * is a literal's text for MySQL and cheap to send to SQLite's thread.
 */
export type Cell = string | number | null

/** A row by position. */
export type Cells = readonly Cell[]

export const integer = (cell: Cell | undefined): number => {
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return cell
  throw new Error(`the database returned ${typeof cell} where a safe integer belongs`)
}

export const text = (cell: Cell | undefined): string => {
  if (typeof cell === 'string') return cell
  throw new Error(`the database returned ${typeof cell} where text belongs`)
}

/** Text of a closed set; what is written there is checked by the types of whoever writes it. */
export const word = <W extends string>(cell: Cell | undefined): W => text(cell) as W

export const isNull = (cell: Cell | undefined): cell is null | undefined =>
  cell === null || cell === undefined

export const optional = <A>(read: (cell: Cell | undefined) => A, cell: Cell | undefined): A | undefined =>
  isNull(cell) ? undefined : read(cell)

export const optionalWord = <W extends string>(cell: Cell | undefined): W | undefined =>
  isNull(cell) ? undefined : word(cell)

/** A JSON column; only this adapter writes it. */
export const json = <A>(cell: Cell | undefined): A => JSON.parse(text(cell)) as A
