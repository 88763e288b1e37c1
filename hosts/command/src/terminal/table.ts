import { greatestOf } from '@postrider/core/kernel/numbers/extremes'
/** Rows as lines, each column as wide as its widest cell; columns of numbers are right-aligned. */
export const tableLines = (
  rows: ReadonlyArray<readonly string[]>,
  rangedRight: ReadonlySet<number> = new Set(),
): string[] => {
  const columns = greatestOf(
    rows.map((row) => row.length),
    0,
  )
  const widths = Array.from({ length: columns }, (_, at) =>
    greatestOf(rows.map((row) => (row[at] ?? '').length)),
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
