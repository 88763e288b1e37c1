import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../../benchmarks/quantile.js'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import {
  ATTACKS,
  type Answers,
  type AttackName,
  type AttackOrder,
  attackedPorts,
  type PortName,
} from './attack.js'
import { type BareTarget, openBareTarget } from './bare-target.js'
import { readyAttacker } from './ready-attacker.js'
import { openTarget, type Target } from './open-target.js'
import { type Sending, sendFor } from './send-for.js'

/** The allowed increase over the memory without the attack, which fluctuates as well. */
const MOST_MIB_MORE = 100
/**
 * The maximum latency and the minimum rate of others, relative to the same attack on a server that does
 * nothing.
 */
const MOST_P99_RATIO = 2
const LEAST_RATIO = 0.8
/** Below this share, the measurements are too short to judge rates. */
const LEAST_SHARE_FOR_RATES = 0.5

const isJudged = ({ share }: CampaignRun): boolean => share >= LEAST_SHARE_FOR_RATES

/** The durations with and without an attack, and the repetitions. */
const planOf = (run: CampaignRun) =>
  isJudged(run) ? { windowMs: 5_000, pairs: 5, restMs: 1_500 } : { windowMs: 700, pairs: 1, restMs: 200 }

interface Pair {
  readonly calm: Sending
  /** During the same attack on a server that does nothing: all share the cores. */
  readonly control: Sending
  readonly attacked: Sending
  readonly calmMiB: number
  readonly peakMiB: number
  readonly answers: Answers
}

/** An attack on a port. */
interface Attempt {
  readonly name: AttackName
  readonly at: PortName
}

const attempts: readonly Attempt[] = (Object.keys(ATTACKS) as AttackName[]).flatMap((name) =>
  attackedPorts(name).map((at) => ({ name, at })),
)

/** Sends for a while during the attack on a port. */
const sendUnder = async (
  { port, tenants }: Target,
  order: AttackOrder,
  windowMs: number,
): Promise<{ readonly sending: Sending; readonly answers: Answers }> => {
  // Started before the measurement, so that its start doesn't count against the host.
  const attacker = await readyAttacker(order)
  try {
    attacker.begin()
    const sending = await sendFor(windowMs, port, tenants)
    return { sending, answers: await attacker.answers() }
  } finally {
    await attacker.end()
  }
}

const pairOn = async (
  target: Target,
  bare: BareTarget,
  { name, at }: Attempt,
  run: CampaignRun,
): Promise<Pair> => {
  const { windowMs, restMs } = planOf(run)
  const order = { name, ...target.at(at), count: shareOf(run, ATTACKS[name].count) }
  target.peakMiB()
  const calm = await sendFor(windowMs, target.port, target.tenants)
  const control = isJudged(run)
    ? (await sendUnder(target, { ...order, port: bare.port }, windowMs)).sending
    : calm
  const calmMiB = target.peakMiB()
  const { sending: attacked, answers } = await sendUnder(target, order, windowMs)
  const peakMiB = target.peakMiB()
  await target.drained()
  await pause(restMs)
  return { calm, control, attacked, calmMiB, peakMiB, answers }
}

const figuresOf = ({ name, at }: Attempt, run: CampaignRun, pairs: readonly Pair[]): readonly Figure[] => {
  const what = `${at}: ${shareOf(run, ATTACKS[name].count)} ${ATTACKS[name].about}`
  const peak = Math.max(...pairs.map(({ peakMiB }) => peakMiB))
  const more = median(pairs.map(({ calmMiB, peakMiB }) => peakMiB - calmMiB))
  const ratios = pairs.map(({ control, attacked }) => attacked.perSecond / control.perSecond)
  const without = median(pairs.map(({ calm, attacked }) => attacked.perSecond / calm.perSecond))
  // Only an authenticated caller can make the process work for it: all other attacks are judged by the rate.
  const mayWait = !isJudged(run) || name !== 'bodies'
  const waits = pairs.map(({ control, attacked }) => attacked.p99Ms / control.p99Ms)
  const accepted = pairs.reduce((sum, { attacked }) => sum + attacked.accepted, 0)
  const putOff = pairs.reduce((sum, { attacked }) => sum + attacked.putOff, 0)
  const lost = pairs.reduce((sum, { attacked }) => sum + attacked.lost, 0)
  const ratio = median(ratios)
  // The same attack on another server shows the cost of the attacker's own work. The better ratio counts.
  const best = Math.max(ratio, without)
  return [
    {
      what: `${what}: memory, MiB more than without`,
      value: `${more.toFixed(0)} (at most ${peak.toFixed(0)} in all)`,
      expected: `under ${MOST_MIB_MORE}`,
      holds: peak > 0 && more < MOST_MIB_MORE,
    },
    {
      what: `${what}: sends, of their rate while it goes elsewhere`,
      value: `${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(', ')}), of that without ${without.toFixed(2)}`,
      expected: isJudged(run) ? `one at least ${LEAST_RATIO}` : 'not judged by so little',
      holds: !isJudged(run) || best >= LEAST_RATIO,
    },
    {
      what: `${what}: 99 of 100 sends have an answer, in times of while it goes elsewhere`,
      value: `${median(waits).toFixed(2)} (${waits.map((one) => one.toFixed(2)).join(', ')})`,
      expected: mayWait ? 'only shown' : `at most ${MOST_P99_RATIO}`,
      holds: mayWait || median(waits) <= MOST_P99_RATIO,
    },
    {
      what: `${what}: sends accepted, put off, and lost`,
      value: `${accepted}, ${putOff}, ${lost}`,
      expected: 'some, any, and 0',
      holds: accepted > 0 && lost === 0,
    },
    ...(name === 'bodies' ? [answersFigure(what, run, pairs)] : []),
  ]
}

/** The widest bodies are valid, so some must be accepted, and the rate limit delays the rest. */
const answersFigure = (what: string, run: CampaignRun, pairs: readonly Pair[]): Figure => {
  const counts = pairs.flatMap(({ answers }) => Object.entries(answers))
  const statuses = [...new Set(counts.map(([status]) => status))].sort()
  const times = (status: string): number =>
    counts.reduce((sum, [one, count]) => (one === status ? sum + count : sum), 0)
  return {
    what: `${what}: their answers`,
    value: statuses.map((status) => `${status}: ${times(status)}`).join(', '),
    expected: isJudged(run) ? 'some 202, others 429' : 'none but 202 and 429',
    holds:
      (!isJudged(run) || times('202') > 0) &&
      statuses.every((status) => status === '202' || status === '429'),
  }
}

const attackOn = async (
  target: Target,
  bare: BareTarget,
  attempt: Attempt,
  run: CampaignRun,
): Promise<readonly Figure[]> => {
  const pairs: Pair[] = []
  while (pairs.length < planOf(run).pairs) {
    const pair = await pairOn(target, bare, attempt, run)
    pairs.push(pair)
    run.say(
      `${attempt.name} at ${attempt.at}: ${pair.calm.perSecond.toFixed(0)} sends a second, elsewhere ` +
        `${pair.control.perSecond.toFixed(0)}, attacked ${pair.attacked.perSecond.toFixed(0)}, ${pair.peakMiB.toFixed(0)} MiB`,
    )
  }
  return figuresOf(attempt, run, pairs)
}

/** Runs these attacks on a separate process, one after another. */
const tryOn = async (some: readonly Attempt[], run: CampaignRun): Promise<readonly Figure[]> => {
  const target = await openTarget(run)
  const bare = await openBareTarget()
  try {
    // Code that runs for the first time is slow even without an attack.
    await sendFor(planOf(run).windowMs, target.port, target.tenants)
    const figures: Figure[] = []
    for (const attempt of some) figures.push(...(await attackOn(target, bare, attempt, run)))
    return figures
  } finally {
    await bare.stop()
    await target.stop()
  }
}

/**
 * Each attack on each port. A complete run uses a separate process for each, alternating with and without the
 * attack.
 */
export const attacks: Campaign = {
  name: 'attacks',
  about: 'what attacks at every port can make a process hold, and what they cost those who send',
  run: async (run) => {
    // A small share of each takes less time than starting a process.
    if (!isJudged(run)) return tryOn(attempts, run)
    const figures: Figure[] = []
    for (const attempt of attempts) figures.push(...(await tryOn([attempt], run)))
    return figures
  },
}
