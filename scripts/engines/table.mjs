// The table at the end of `npm run test:engines`, and the failures with their reasons.

const HEADINGS = ['Engine', 'Version', 'Tests', 'Passed', 'Failed', 'Seconds']

const isNumber = (column) => column >= 3

const cells = ({ engine, version, suite, passed, failed, seconds }) => [
  engine,
  version,
  suite,
  `${passed}`,
  `${failed}`,
  `${Math.round(seconds)}`,
]

const sum = (rows, column) => rows.reduce((all, row) => all + row[column], 0)

/** Prints the rows with a last line of sums, and returns the exit code. */
export const printTable = (rows) => {
  const lines = [HEADINGS, ...rows.map(cells)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  const pad = (cell, column) =>
    isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])
  console.log(`\n${lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')}\n`)
  for (const { engine, version, suite, failures } of rows)
    for (const failure of failures) console.log(`Failed on ${engine} ${version}, ${suite}: ${failure}`)
  console.log(`${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed`)
  return rows.some(({ failed }) => failed > 0) ? 1 : 0
}
