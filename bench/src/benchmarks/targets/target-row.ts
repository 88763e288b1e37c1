import { MOST_FOREIGN_CORES } from '../machine/foreign-cores.js'
import type { Measurement } from '../measure.js'
import { median } from '../quantile.js'

/** The rate and the cost of a leg of a round; missing values are NaN. */
export interface TargetLeg extends Omit<Measurement, 'statuses'> {
  /** The share of requests that were not accepted; undefined if the leg is omitted when there are many. */
  readonly refused?: number
}

/** The legs of a round by their names. */
export type TargetRound = ReadonlyMap<string, TargetLeg>

/** Finds a leg of a metric's round. */
export type LegFinder = (name: string) => TargetLeg

/** A metric of each round, its former value, and its target. */
export interface TargetRow {
  readonly what: string
  /** Measured with another baseline than this tree's. */
  readonly once: string
  /** The first value measured with this tree's bare servers; it lowers the target relative to them. */
  readonly first?: number
  readonly target: number
  /** Whether lower is better. */
  readonly isMost?: boolean
  readonly digits?: number
  readonly of: (leg: LegFinder) => number
}

/** The result of a row. */
export interface TargetVerdict {
  readonly median: number
  readonly low: number
  readonly high: number
  /** The target. */
  readonly target: number
  readonly isReached: boolean
  /** Rounds with all required legs. */
  readonly rounds: number
  /** The highest number of foreign cores during these legs. */
  readonly foreignCores: number
}

/** The required improvement is limited to this factor of the first value. */
const MOST_GAIN = 1.6
const LEAST_COST = 0.63

/**
 * The target relative to a bare server: the set target, or this improvement on the first value, whichever is
 * easier.
 */
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

/**
 * The median of the rounds' values, each from legs of one round, compared with the target; undefined without
 * a value.
 */
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

/** The verdict of a row as text. */
export const verdictText = (verdict: TargetVerdict | undefined): string => {
  if (verdict === undefined) return 'not measured'
  const word = verdict.isReached ? 'reached' : 'missed'
  return verdict.foreignCores > MOST_FOREIGN_CORES ? `${word}, NOT TO BE TRUSTED` : word
}
