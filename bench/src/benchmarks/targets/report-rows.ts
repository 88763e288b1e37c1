import { figure, printTable } from '../table.js'
import { judgeRow, type TargetRound, type TargetRow, verdictText } from './target-row.js'

const HEAD = ['', 'once', 'now', 'rounds from to', 'rounds', 'to reach', 'foreign', '']

const cellsOf = (row: TargetRow, rounds: readonly TargetRound[]): readonly string[] => {
  const { what, once, isMost = false, digits = 2 } = row
  const verdict = judgeRow(row, rounds)
  const bound =
    verdict === undefined ? '' : `at ${isMost ? 'most' : 'least'} ${figure(verdict.target, digits)}`
  const told =
    verdict === undefined
      ? ['-', '', '', bound, '']
      : [
          figure(verdict.median, digits),
          `${figure(verdict.low, digits)} to ${figure(verdict.high, digits)}`,
          String(verdict.rounds),
          bound,
          figure(verdict.foreignCores, 2),
        ]
  return [what, once, ...told, verdictText(verdict)]
}

/** Prints every row with its results, next to its target. */
export const reportRows = (title: string, rows: readonly TargetRow[], rounds: readonly TargetRound[]): void =>
  printTable(
    title,
    HEAD,
    rows.map((row) => cellsOf(row, rounds)),
  )
