import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../../bench/quantile.js'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { ATTACKS, type AttackName } from './attack.js'
import { readyAttacker } from './ready-attacker.js'
import { openTarget, type Target } from './open-target.js'
import { type Sending, sendFor } from './send-for.js'

const MOST_MIB = 250
const LEAST_RATIO = 0.8
/** Of less than this the windows are too short for rates to say anything. */
const LEAST_SHARE_FOR_RATES = 0.5

const isJudged = ({ share }: CampaignRun): boolean => share >= LEAST_SHARE_FOR_RATES

/** How long is sent with and without an attack, and how often. */
const planOf = (run: CampaignRun) =>
  isJudged(run) ? { windowMs: 5_000, pairs: 5, restMs: 1_500 } : { windowMs: 700, pairs: 1, restMs: 200 }

interface Pair {
  readonly calm: Sending
  readonly attacked: Sending
  readonly peakMiB: number
}

const pairOn = async (target: Target, name: AttackName, run: CampaignRun): Promise<Pair> => {
  const { windowMs, restMs } = planOf(run)
  const { port, tenant } = target
  // There before anything is measured: what it takes to begin is not the host's.
  const attacker = await readyAttacker({ name, port, count: shareOf(run, ATTACKS[name].count) })
  try {
    const calm = await sendFor(windowMs, port, tenant)
    target.peakMiB()
    attacker.begin()
    const attacked = await sendFor(windowMs, port, tenant)
    return { calm, attacked, peakMiB: target.peakMiB() }
  } finally {
    await attacker.end()
    await pause(restMs)
  }
}

const figuresOf = (name: AttackName, run: CampaignRun, pairs: readonly Pair[]): readonly Figure[] => {
  const what = `${shareOf(run, ATTACKS[name].count)} ${ATTACKS[name].about}`
  const peak = Math.max(...pairs.map(({ peakMiB }) => peakMiB))
  const ratios = pairs.map(({ calm, attacked }) => attacked.perSecond / calm.perSecond)
  const accepted = pairs.reduce((sum, { attacked }) => sum + attacked.accepted, 0)
  const lost = pairs.reduce((sum, { attacked }) => sum + attacked.lost, 0)
  const ratio = median(ratios)
  return [
    {
      what: `${what}: memory, MiB`,
      value: peak.toFixed(0),
      expected: `under ${MOST_MIB}`,
      holds: peak > 0 && peak < MOST_MIB,
    },
    {
      what: `${what}: sends, of their rate without`,
      value: `${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(', ')})`,
      expected: isJudged(run) ? `at least ${LEAST_RATIO}` : 'not judged by so little',
      holds: !isJudged(run) || ratio >= LEAST_RATIO,
    },
    {
      what: `${what}: sends accepted, and not`,
      value: `${accepted}, ${lost}`,
      expected: 'some, and 0',
      holds: accepted > 0 && lost === 0,
    },
  ]
}

const attackOn = async (target: Target, name: AttackName, run: CampaignRun): Promise<readonly Figure[]> => {
  const pairs: Pair[] = []
  while (pairs.length < planOf(run).pairs) {
    const pair = await pairOn(target, name, run)
    pairs.push(pair)
    run.say(
      `${name}: ${pair.calm.perSecond.toFixed(0)} sends a second, attacked ` +
        `${pair.attacked.perSecond.toFixed(0)}, ${pair.peakMiB.toFixed(0)} MiB`,
    )
  }
  return figuresOf(name, run, pairs)
}

/** Tries these on a process of their own, one after another. */
const tryOn = async (names: readonly AttackName[], run: CampaignRun): Promise<readonly Figure[]> => {
  const target = await openTarget(run)
  try {
    // Code that runs for the first time is slow, whoever attacks.
    await sendFor(planOf(run).windowMs, target.port, target.tenant)
    const figures: Figure[] = []
    for (const name of names) figures.push(...(await attackOn(target, name, run)))
    return figures
  } finally {
    await target.stop()
  }
}

/** Each attack by itself, the whole of it on a process of its own, with and without in turn. */
export const attacks: Campaign = {
  name: 'attacks',
  about: 'what strangers can make an HTTP host hold, and what it costs those who send',
  run: async (run) => {
    const names = Object.keys(ATTACKS) as AttackName[]
    // A little of each is over sooner than a process has begun.
    if (!isJudged(run)) return tryOn(names, run)
    const figures: Figure[] = []
    for (const name of names) figures.push(...(await tryOn([name], run)))
    return figures
  },
}
