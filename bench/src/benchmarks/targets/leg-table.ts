import { median } from '../quantile.js'
import { figure, printTable } from '../table.js'
import type { TargetLeg, TargetRound } from './target-row.js'

const HEAD = ['', 'per second', 'p50 ms', 'p99 ms', 'node µs', 'database µs', 'MiB', 'busy cores', 'foreign']

const namesIn = (rounds: readonly TargetRound[]): readonly string[] => [
  ...new Set(rounds.flatMap((round) => [...round.keys()])),
]

const cellsOf = (name: string, legs: readonly TargetLeg[]): readonly string[] => {
  const of = (value: (leg: TargetLeg) => number, digits = 0): string =>
    figure(median(legs.map(value)), digits)
  return [
    name,
    of((leg) => leg.ratePerSecond),
    of((leg) => leg.p50Ms, 1),
    of((leg) => leg.p99Ms, 1),
    of((leg) => leg.nodeMicroseconds),
    of((leg) => leg.databaseMicroseconds),
    of((leg) => leg.residentMiB),
    of((leg) => leg.busyCores, 2),
    of((leg) => leg.foreignCores, 2),
  ]
}

/** Prints the data of the rows: each leg's medians, and the number of busy cores. */
export const printLegs = (rounds: readonly TargetRound[]): void =>
  printTable(
    `The legs: medians of ${rounds.length} rounds`,
    HEAD,
    namesIn(rounds).map((name) =>
      cellsOf(
        name,
        rounds.flatMap((round) => round.get(name) ?? []),
      ),
    ),
  )
