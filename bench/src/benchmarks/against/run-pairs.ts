import { figure } from '../table.js'
import { costOf, type Leg, type Pair, ratioOf, type Side } from './leg.js'
import { halfWidth, type MedianInterval, medianInterval } from './median-interval.js'

/** With a wider interval, there is no verdict. */
const NARROW = 0.02

export interface PairsPlan {
  readonly pairs: number
  readonly mostPairs: number
  readonly legMs: number
  readonly signal: AbortSignal
  /** Reports progress to the person who waits. */
  say(line: string): void
}

/** Whether the interval is narrow enough for a verdict. */
export const isDecided = (interval: MedianInterval): boolean => halfWidth(interval) < NARROW

const lineOf = (
  { pairs, mostPairs }: PairsPlan,
  count: number,
  pair: Pair,
  costs: MedianInterval,
): string => {
  const told = ({ ratePerSecond, nodeMicroseconds, databaseMicroseconds }: Leg): string =>
    `${figure(ratePerSecond)}/s ${figure(nodeMicroseconds)}+${figure(databaseMicroseconds)} µs`
  const width = halfWidth(costs)
  const now = `${figure(ratioOf(costOf)(pair), 3)}, median ${figure(costs.median, 3)}`
  const interval = Number.isFinite(width) ? ` ± ${figure(width, 3)}` : ''
  return `pair ${count} of ${pairs} to ${mostPairs}: ${told(pair.here)} beside ${told(pair.there)}: ${now}${interval}`
}

/**
 * Measures both sides, one after the other. The order alternates between pairs, because the first side may
 * have a disadvantage.
 */
const bothSides = async (
  count: number,
  { signal }: PairsPlan,
  leg: (side: Side) => Promise<Leg>,
): Promise<Pair> => {
  const isHereFirst = count % 2 === 0
  const first = await leg(isHereFirst ? 'here' : 'there')
  signal.throwIfAborted()
  const second = await leg(isHereFirst ? 'there' : 'here')
  signal.throwIfAborted()
  return isHereFirst ? { here: first, there: second } : { here: second, there: first }
}

/**
 * Measures pairs until the interval of the median ratio is narrow, the maximum is reached, or the run is
 * interrupted. The first pair is a warm-up and doesn't count.
 */
export const runPairs = async (
  plan: PairsPlan,
  leg: (side: Side, label: string) => Promise<Leg>,
): Promise<readonly Pair[]> => {
  const one = (count: number, label: string): Promise<Pair> =>
    bothSides(count, plan, (side) => leg(side, label))
  await one(0, 'warm-up')
  const pairs: Pair[] = []
  for (;;) {
    const pair = await one(pairs.length, String(pairs.length)).catch((error: unknown) => {
      if (plan.signal.aborted) return undefined
      throw error
    })
    if (pair === undefined) return pairs
    pairs.push(pair)
    const costs = medianInterval(pairs.map(ratioOf(costOf)))
    plan.say(lineOf(plan, pairs.length, pair, costs))
    const isEnough = pairs.length >= plan.pairs && isDecided(costs)
    if (isEnough || pairs.length >= plan.mostPairs) return pairs
  }
}
