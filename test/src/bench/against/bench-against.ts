import { median } from '../quantile.js'
import type { BenchRun } from '../bench-run.js'
import { figure, printTable } from '../table.js'
import { compareAcceptance } from './compare-acceptance.js'
import { compareDispatch } from './compare-dispatch.js'
import { costOf, type Leg, type Pair, ratioOf } from './leg.js'
import { halfWidth, medianInterval } from './median-interval.js'
import { isDecided, type PairsPlan } from './run-pairs.js'
import { type Contest, openContest } from './stage.js'

interface Plane {
  readonly name: string
  /** How much more processor time a message may cost than at the other commit. */
  readonly atMost: number
  readonly compare: (contest: Contest, plan: PairsPlan) => Promise<readonly Pair[]>
}

const PLANES: Readonly<Record<string, Plane>> = {
  acceptance: { name: 'acceptance', atMost: 1.03, compare: compareAcceptance },
  dispatch: { name: 'dispatch', atMost: 1.08, compare: compareDispatch },
}

/** What the command line asked for. */
export interface AgainstOptions {
  readonly revision: string
  /** `acceptance`, `dispatch` or `both`. */
  readonly plane: string
  readonly pairs: number
  readonly mostPairs: number
  readonly legMs: number
}

type Verdict = 'holds' | 'BROKEN' | 'undecided'

const verdictOf = (pairs: readonly Pair[], { atMost }: Plane): Verdict => {
  const costs = medianInterval(pairs.map(ratioOf(costOf)))
  if (!isDecided(costs)) return 'undecided'
  return costs.median <= atMost ? 'holds' : 'BROKEN'
}

const rowOf = (what: string, pairs: readonly Pair[], of: (leg: Leg) => number): readonly string[] => {
  const { median: middle, low, high } = medianInterval(pairs.map(ratioOf(of)))
  const side = (name: keyof Pair): string => figure(median(pairs.map((pair) => of(pair[name]))))
  const interval = medianInterval(pairs.map(ratioOf(of)))
  return [
    what,
    side('here'),
    side('there'),
    figure(middle, 3),
    `${figure(low, 3)} to ${figure(high, 3)}`,
    figure(halfWidth(interval), 3),
  ]
}

const report = (plane: Plane, pairs: readonly Pair[], commit: string): Verdict => {
  const verdict = verdictOf(pairs, plane)
  printTable(
    `${plane.name} beside ${commit.slice(0, 12)}: ${pairs.length} pairs, medians, ratios of pairs with their 95 % intervals`,
    ['', 'this tree', 'that commit', 'ratio', 'interval', 'half width'],
    [
      rowOf('processor time a message, µs', pairs, costOf),
      rowOf('  of the process', pairs, ({ nodeMicroseconds }) => nodeMicroseconds),
      rowOf('  of the database', pairs, ({ databaseMicroseconds }) => databaseMicroseconds),
      rowOf('messages a second', pairs, ({ ratePerSecond }) => ratePerSecond),
    ],
  )
  console.log(`\n${plane.name}: at most ${figure(plane.atMost, 2)} of its processor time: ${verdict}`)
  return verdict
}

/** Whoever interrupts waits for what is under way to be put away. */
const untilInterrupted = (): { readonly signal: AbortSignal; readonly forget: () => void } => {
  const controller = new AbortController()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const abort = (): void => controller.abort(new Error('interrupted'))
  for (const signal of signals) process.on(signal, abort)
  return {
    signal: controller.signal,
    forget: () => signals.forEach((signal) => process.off(signal, abort)),
  }
}

const planesOf = ({ plane }: AgainstOptions): readonly Plane[] => {
  if (plane === 'both') return Object.values(PLANES)
  const one = PLANES[plane]
  if (one === undefined) throw new Error(`--plane is one of ${[...Object.keys(PLANES), 'both'].join(', ')}`)
  return [one]
}

/**
 * This tree's processor time a message beside another commit's, A B A B in one run, on databases of one server. Answers
 * whether every plane keeps to what it may cost.
 */
export const benchAgainst = async (run: BenchRun, options: AgainstOptions): Promise<boolean> => {
  const planes = planesOf(options)
  const { pairs, mostPairs, legMs } = options
  const say = (line: string): void => console.error(line)
  const { signal, forget } = untilInterrupted()
  try {
    const contest = await openContest(run, options.revision, signal, say)
    const verdicts: Verdict[] = []
    for (const plane of planes) {
      say(`${plane.name}: ${pairs} to ${mostPairs} pairs of ${legMs / 1000} s`)
      const plan: PairsPlan = { pairs, mostPairs, legMs, signal, say }
      verdicts.push(report(plane, await plane.compare(contest, plan), contest.commit))
    }
    return verdicts.every((verdict) => verdict === 'holds')
  } catch (error) {
    if (!signal.aborted) throw error
    say('interrupted')
    return false
  } finally {
    forget()
  }
}
