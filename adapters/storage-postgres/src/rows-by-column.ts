import type { Cell, Insertion } from '@postrider/storage-sql/own-engine'

/** Fewer rows are planned as fast one by one. */
const LEAST_ROWS = 10

type Literal = (cell: Cell | undefined, binary: boolean) => string

/** A literal as an element of an array, within the array's own quotes. */
const element = (literal: string): string => {
  if (!literal.startsWith("'")) return literal
  const text = literal.slice(1, -1)
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`
}

const columnOf = (cells: readonly Cell[], first: number, width: number): readonly Cell[] => {
  const column: Cell[] = []
  for (let at = first; at < cells.length; at += width) column.push(cells[at] ?? null)
  return column
}

const arrayOf = (literal: Literal, column: readonly Cell[], binary: boolean): string => {
  const unquoted = column.some((cell) => typeof cell === 'number') ? 'BIGINT' : 'TEXT'
  return `'{${column.map((cell) => element(literal(cell, binary))).join()}}'::${binary ? 'BYTEA' : unquoted}[]`
}

/**
 * Rows as an array for each column, and what is the same in all of them once: the server reads an array in one go, and would
 * parse and plan each value of a list of rows for itself, which is as much work as all else that it does for an insertion.
 */
export const rowsByColumn =
  (literal: Literal) =>
  ({ target, cells }: Insertion): string | undefined => {
    const { columns, binary } = target.table
    if (cells.length < LEAST_ROWS * columns.length) return undefined
    const arrays = new Map<string, string>()
    const said = columns.map((name, at) => {
      const [column, isBinary] = [columnOf(cells, at, columns.length), binary[at] === true]
      if (column.every((cell) => cell === column[0])) return literal(column[0], isBinary)
      arrays.set(name, arrayOf(literal, column, isBinary))
      return `r.${name}`
    })
    const from = `UNNEST(${[...arrays.values()].join()}) r (${[...arrays.keys()].join()})`
    return arrays.size === 0 ? undefined : `SELECT ${said.join()} FROM ${from}`
  }
