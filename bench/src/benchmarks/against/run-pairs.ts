import { figure } from '../table.js'
import { costOf, type Leg, type Pair, ratioOf, type Side } from './leg.js'
import { halfWidth, type MedianInterval, medianInterval } from './median-interval.js'

/** Wider than this, nothing is decided. */
const NARROW = 0.02

export interface PairsPlan {
  readonly pairs: number
  readonly mostPairs: number
  readonly legMs: number
  readonly signal: AbortSignal
  /** Tells the person who waits how far it is. */
  say(line: string): void
}

/** Whether the interval is narrow enough to decide by. */
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

/** Both sides, one after the other; whichever comes first may pay for it, so that each does in every second pair. */
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
 * Runs pairs, one side after the other, until the interval of their ratios' median is narrow or there are as many as there
 * may be, or until somebody interrupts. A first pair warms both sides up and does not count.
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
