import { type Seeded } from '@postrider/conformance/builders/seeded'
import { type Estimate, median, medianOf, rankAuc } from './statistics.js'
import type { TimedClient } from './timed-client.js'

/** One of two questions that must be answered alike. */
export interface Side {
  readonly label: string
  /** The request of each sample: what is throttled, remembered or used up is another one each time. */
  readonly request: (sample: number) => Buffer
}

/** Two questions whose answers nobody may tell apart (docs/promises#enumeration). */
export interface TimedPair {
  readonly name: string
  /** What takes the time: a password's hash allows 3 %, everything else a millisecond. */
  readonly path: 'hash' | 'database'
  /** What both are answered. */
  readonly status: number
  readonly sides: readonly [Side, Side]
}

/** What was seen of a pair. */
export interface TimedResult {
  readonly pair: TimedPair
  readonly samples: number
  readonly medians: readonly [number, number]
  /** Of the second less the first, pair by pair, in milliseconds. */
  readonly difference: Estimate
  /** How often the second takes longer than the first. */
  readonly auc: Estimate
  /** Whether headers and bodies were as long. */
  readonly isOneShape: boolean
}

/** `unclear`: the limit lies within what is not known yet; more samples would tell. */
type Verdict = 'within' | 'beyond' | 'unclear'

const WARM_UP = 20
const MOST_MS = 1
const MOST_SHARE = 0.03
const MOST_AUC = 0.03
const NOBODY_CAN_TELL = 0.5

/** Asks both of a pair so many times, each time in a random order. */
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
 * By the limits that are promised (docs/promises#enumeration): the interval of the difference inside its limit,
 * and ranks that tell nothing.
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
