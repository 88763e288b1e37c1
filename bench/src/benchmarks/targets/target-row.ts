import { MOST_FOREIGN_CORES } from '../machine/foreign-cores.js'
import type { Measurement } from '../measure.js'
import { median } from '../quantile.js'

/** What a leg of a round gave and cost; what it does not have is not a number. */
export interface TargetLeg extends Omit<Measurement, 'statuses'> {
  /** The share of requests that were not accepted; undefined if the leg is left out when there are many. */
  readonly refused?: number
}

/** The legs of a round by their names. */
export type TargetRound = ReadonlyMap<string, TargetLeg>

/** Finds a leg of the round that a figure is of. */
export type LegFinder = (name: string) => TargetLeg

/** A figure of each round, what it was once, and what it is to be. */
export interface TargetRow {
  readonly what: string
  /** Beside another yardstick than the one of this tree. */
  readonly once: string
  /** The first that was measured beside the bare servers of this tree; it lowers what is asked for beside them. */
  readonly first?: number
  readonly target: number
  /** Whether less is better. */
  readonly isMost?: boolean
  readonly digits?: number
  readonly of: (leg: LegFinder) => number
}

/** What became of a row. */
export interface TargetVerdict {
  readonly median: number
  readonly low: number
  readonly high: number
  /** What is asked for. */
  readonly target: number
  readonly isReached: boolean
  /** Rounds that had all legs that it takes. */
  readonly rounds: number
  /** Cores that others used beside the worst of those legs. */
  readonly foreignCores: number
}

/** Nobody has to reach more than so many times the first figure of what is better when it is more, or less than that of costs. */
const MOST_GAIN = 1.6
const LEAST_COST = 0.63

/** What is asked for beside a bare server: the target, or what is so much better than the first figure, whichever is easier. */
export const askedOf = ({ target, first, isMost = false }: TargetRow): number => {
  if (first === undefined) return target
  return isMost ? Math.max(target, LEAST_COST * first) : Math.min(target, MOST_GAIN * first)
}

class LegIsMissing extends Error {}

interface RoundFigure {
  readonly value: number
  readonly foreignCores: number
}

const figureIn = (row: TargetRow, round: TargetRound): readonly RoundFigure[] => {
  let foreignCores = 0
  const find: LegFinder = (name) => {
    const leg = round.get(name)
    if (leg === undefined) throw new LegIsMissing(name)
    foreignCores = Math.max(foreignCores, leg.foreignCores)
    return leg
  }
  try {
    const value = row.of(find)
    return Number.isFinite(value) ? [{ value, foreignCores }] : []
  } catch (error) {
    if (error instanceof LegIsMissing) return []
    throw error
  }
}

/** The median of the rounds' figures, each of legs of one round, beside what is asked for; undefined where none is a number. */
export const judgeRow = (row: TargetRow, rounds: readonly TargetRound[]): TargetVerdict | undefined => {
  const figures = rounds.flatMap((round) => figureIn(row, round))
  if (figures.length === 0) return undefined
  const values = figures.map(({ value }) => value)
  const middle = median(values)
  const target = askedOf(row)
  return {
    median: middle,
    low: Math.min(...values),
    high: Math.max(...values),
    target,
    isReached: row.isMost === true ? middle <= target : middle >= target,
    rounds: figures.length,
    foreignCores: Math.max(...figures.map((figure) => figure.foreignCores)),
  }
}

/** A row's last word. */
export const verdictText = (verdict: TargetVerdict | undefined): string => {
  if (verdict === undefined) return 'not measured'
  const word = verdict.isReached ? 'reached' : 'missed'
  return verdict.foreignCores > MOST_FOREIGN_CORES ? `${word}, NOT TO BE TRUSTED` : word
}
