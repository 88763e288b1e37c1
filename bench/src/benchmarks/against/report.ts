import { median } from '../quantile.js'
import { figure, printTable } from '../table.js'
import { costOf, type Leg, type Pair, rateOf, ratioOf } from './leg.js'
import { halfWidth, medianInterval } from './median-interval.js'
import type { Plane } from './plane.js'
import { isDecided } from './run-pairs.js'
import type { Engine } from './stage.js'

/** The measurements of a plane on an engine. */
export interface Outcome {
  readonly plane: Plane
  readonly engine: Engine
  readonly atMost: number
  readonly pairs: readonly Pair[]
}

type Verdict = 'holds' | 'BROKEN' | 'undecided'

/** There is no verdict while the interval is wide. */
export const verdictOf = ({ pairs, atMost }: Outcome): Verdict => {
  const costs = medianInterval(pairs.map(ratioOf(costOf)))
  if (!isDecided(costs)) return 'undecided'
  return costs.median <= atMost ? 'holds' : 'BROKEN'
}

type Figure = (leg: Leg) => number

const sides = (pairs: readonly Pair[], of: Figure): readonly string[] =>
  (['here', 'there'] as const).map((side) => figure(median(pairs.map((pair) => of(pair[side])))))

const ratios = (pairs: readonly Pair[], of: Figure): readonly string[] => {
  const interval = medianInterval(pairs.map(ratioOf(of)))
  const ends = `${figure(interval.low, 3)} to ${figure(interval.high, 3)}`
  return [figure(interval.median, 3), ends, figure(halfWidth(interval), 3)]
}

const RATIO_HEAD = ['ratio', 'interval', 'half width']

const TREES = ['this tree', 'that commit']

const HEAD = [...TREES, ...RATIO_HEAD]

/** Prints cost and rate of both sides, part by part, and the ratios of their pairs. */
export const printPairs = (
  title: string,
  pairs: readonly Pair[],
  {
    names,
    unit,
    isDatabaseInside = false,
  }: { readonly names: readonly string[]; readonly unit: string; readonly isDatabaseInside?: boolean },
): void => {
  const row = (what: string, of: Figure): readonly string[] => [
    what,
    ...sides(pairs, of),
    ...ratios(pairs, of),
  ]
  const database = isDatabaseInside
    ? ['  of the database', 'in the process', 'in the process']
    : row('  of the database', ({ databaseMicroseconds }) => databaseMicroseconds)
  printTable(
    `${title}: ${pairs.length} pairs, medians, ratios of pairs with their 95 % intervals`,
    ['', ...names, ...RATIO_HEAD],
    [
      row(`processor time a ${unit}, µs`, costOf),
      row('  of the process', ({ nodeMicroseconds }) => nodeMicroseconds),
      database,
      row(`${unit}s a second`, rateOf),
    ],
  )
}

/** Prints the cost of a plane on an engine, part by part. */
export const reportPlane = (outcome: Outcome, commit: string): void => {
  const { plane, engine, pairs, atMost } = outcome
  printPairs(`${plane.name} on ${engine} beside ${commit.slice(0, 12)}`, pairs, {
    names: TREES,
    unit: plane.unit,
    isDatabaseInside: engine === 'SQLite',
  })
  const verdict = verdictOf(outcome)
  console.log(`\n${plane.name} on ${engine}: at most ${figure(atMost, 2)} of its processor time: ${verdict}`)
}

/** Prints a summary with a line for each plane on each engine. */
export const reportAll = (outcomes: readonly Outcome[], commit: string): void => {
  const rows = outcomes.map((outcome) => {
    const { plane, engine, pairs, atMost } = outcome
    const rate = figure(medianInterval(pairs.map(ratioOf(rateOf))).median, 3)
    const costs = [...sides(pairs, costOf), ...ratios(pairs, costOf)]
    const name = `${plane.name} on ${engine}, a ${plane.unit}`
    return [name, String(pairs.length), ...costs, rate, figure(atMost, 2), verdictOf(outcome)]
  })
  printTable(
    `All beside ${commit.slice(0, 12)}: processor time of process and database, µs; ratios of pairs with their 95 % intervals`,
    ['', 'pairs', ...HEAD, 'rate ratio', 'at most', 'verdict'],
    rows,
  )
}
