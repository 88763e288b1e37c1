/** A Markdown table as the formatter writes it: the first row is its head, and all rows have as many cells as it has. */
export const tableText = (rows: ReadonlyArray<readonly string[]>): string => {
  const [head = [], ...body] = rows
  const widths = head.map((_, at) => Math.max(3, ...rows.map((row) => (row[at] ?? '').length)))
  const lineOf = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [lineOf(head, ' '), lineOf([], '-'), ...body.map((row) => lineOf(row, ' '))].join('\n')
}
