/** Rows as lines, each column as wide as its widest cell; columns of numbers are ranged right. */
export const tableLines = (
  rows: ReadonlyArray<readonly string[]>,
  rangedRight: ReadonlySet<number> = new Set(),
): string[] => {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, at) =>
        rangedRight.has(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
