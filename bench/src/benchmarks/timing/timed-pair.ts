import { type Seeded } from '@postrider/conformance/builders/seeded'
import { type Estimate, median, medianOf, rankAuc } from './statistics.js'
import type { TimedClient } from './timed-client.js'

/** One of two requests with indistinguishable responses. */
export interface Side {
  readonly label: string
  /** The request of each sample. Parts that are throttled, cached or used up are new each time. */
  readonly request: (sample: number) => Buffer
}

/** Two requests whose responses must be indistinguishable (docs/promises#enumeration). */
export interface TimedPair {
  readonly name: string
  /** The dominant work: a password hash allows 3 %, everything else a millisecond. */
  readonly path: 'hash' | 'database'
  /** The status of both responses. */
  readonly status: number
  readonly sides: readonly [Side, Side]
}

/** The measurements of a pair. */
export interface TimedResult {
  readonly pair: TimedPair
  readonly samples: number
  readonly medians: readonly [number, number]
  /** The second minus the first, pair by pair, in milliseconds. */
  readonly difference: Estimate
  /** How often the second takes longer than the first. */
  readonly auc: Estimate
  /** Whether headers and bodies have the same lengths. */
  readonly isOneShape: boolean
}

/** `unclear`: the limit is within the interval; more samples would decide. */
type Verdict = 'within' | 'beyond' | 'unclear'

const WARM_UP = 20
const MOST_MS = 1
const MOST_SHARE = 0.03
const MOST_AUC = 0.03
const NOBODY_CAN_TELL = 0.5

/** Sends both requests of a pair this number of times, each time in random order. */
export const timePair = async (
  client: TimedClient,
  pair: TimedPair,
  samples: number,
  random: Seeded,
): Promise<TimedResult> => {
  const times: readonly [number[], number[]] = [[], []]
  const shapes: readonly [Set<string>, Set<string>] = [new Set(), new Set()]
  const ask = async (side: 0 | 1, sample: number): Promise<void> => {
    const answer = await client.ask(pair.sides[side].request(sample))
    if (answer.status !== pair.status)
      throw new Error(`${pair.name}, ${pair.sides[side].label}: ${answer.status} ${answer.body}`)
    if (sample < WARM_UP) return
    times[side].push(answer.ms)
    shapes[side].add(answer.shape)
  }
  for (let sample = 0; sample < samples + WARM_UP; sample += 1) {
    const first = random.fraction() < 0.5 ? 0 : 1
    await ask(first, sample)
    await ask(first === 0 ? 1 : 0, sample)
  }
  const [one, other] = times
  return {
    pair,
    samples,
    medians: [median(one), median(other)],
    difference: medianOf(
      other.map((ms, at) => ms - (one[at] ?? Number.NaN)),
      random,
    ),
    auc: rankAuc(one, other),
    isOneShape: [...shapes[0]].sort().join('\n') === [...shapes[1]].sort().join('\n'),
  }
}

/**
 * Checks the promised limits (docs/promises#enumeration): the interval of the difference is within its limit,
 * and the ranks reveal nothing.
 */
export const judgePair = ({ pair, medians, difference, auc, isOneShape }: TimedResult): Verdict => {
  const limitMs = pair.path === 'hash' ? medians[0] * MOST_SHARE : MOST_MS
  const isBeyond = ({ low, high }: Estimate, from: number, limit: number): boolean =>
    low > from + limit || high < from - limit
  if (!isOneShape || isBeyond(difference, 0, limitMs) || isBeyond(auc, NOBODY_CAN_TELL, MOST_AUC))
    return 'beyond'
  const isInside = Math.abs(difference.low) <= limitMs && Math.abs(difference.high) <= limitMs
  return isInside && Math.abs(auc.value - NOBODY_CAN_TELL) <= MOST_AUC ? 'within' : 'unclear'
}
