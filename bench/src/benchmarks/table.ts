/** Prints rows under a heading with aligned columns; the first is left-aligned. */
export const printTable = (
  title: string,
  head: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
): void => {
  const all = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
  console.log(`\n${title}\n`)
  console.log(line(head))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}

/** A number formatted for people. */
export const figure = (value: number, digits = 0): string =>
  Number.isFinite(value)
    ? value.toLocaleString('en-GB', { maximumFractionDigits: digits, minimumFractionDigits: digits })
    : '-'
