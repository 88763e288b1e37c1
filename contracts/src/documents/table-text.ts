import { greatestOf } from '@postrider/core/kernel/numbers/extremes'

/**
 * A Markdown table as the formatter writes it: the first row is the header, and all rows have as many cells
 * as it has.
 */
export const tableText = (rows: ReadonlyArray<readonly string[]>): string => {
  const [head = [], ...body] = rows
  const widths = head.map((_, at) => {
    const lengths = rows.map((row) => (row[at] ?? '').length)
    return greatestOf(lengths, 3)
  })
  const lineOf = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [lineOf(head, ' '), lineOf([], '-'), ...body.map((row) => lineOf(row, ' '))].join('\n')
}
