import type { Cell, CellText, Insertion } from '@postrider/storage-sql/own-engine'

/** Fewer rows are planned just as fast one by one. */
const LEAST_ROWS = 10

const columnOf = (cells: readonly Cell[], first: number, width: number): readonly Cell[] => {
  const column: Cell[] = []
  for (let at = first; at < cells.length; at += width) column.push(cells[at] ?? null)
  return column
}

/** Equal consecutive values are rendered once. */
const arrayOf = (element: CellText, column: readonly Cell[], binary: boolean): string => {
  let [cellText, text] = ['', '']
  for (const [at, cell] of column.entries()) {
    if (at === 0 || cell !== column[at - 1]) cellText = element(cell, binary)
    text += at === 0 ? cellText : `,${cellText}`
  }
  const unquoted = column.some((cell) => typeof cell === 'number') ? 'BIGINT' : 'TEXT'
  return `'{${text}}'::${binary ? 'BYTEA' : unquoted}[]`
}

/**
 * Rows as one array per column, with columns of equal values written once. The server reads an array at once,
 * but would parse and plan each value of a list of rows, which costs as much as the rest of an insertion.
 */
export const rowsByColumn =
  (literal: CellText, element: CellText) =>
  ({ target, cells }: Insertion): string | undefined => {
    const { columns, binary } = target.table
    if (cells.length < LEAST_ROWS * columns.length) return undefined
    const arrays = new Map<string, string>()
    const columnTexts = columns.map((name, at) => {
      const [column, isBinary] = [columnOf(cells, at, columns.length), binary[at] === true]
      if (column.every((cell) => cell === column[0])) return literal(column[0], isBinary)
      arrays.set(name, arrayOf(element, column, isBinary))
      return `r.${name}`
    })
    const from = `UNNEST(${[...arrays.values()].join()}) r (${[...arrays.keys()].join()})`
    return arrays.size === 0 ? undefined : `SELECT ${columnTexts.join()} FROM ${from}`
  }
