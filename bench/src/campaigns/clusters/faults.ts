import { setTimeout as pause } from 'node:timers/promises'
import type { ServerCluster } from '@postrider/test/servers/server-cluster'
import type { CampaignRun, Figure } from '../campaign.js'
import { judge, type Verdict } from './judge.js'
import { readRows, numberIn } from './read-rows.js'
import { type Ground, openStage, type Stage } from './stage.js'
import { startTraffic, type Traffic, type TrafficRecord } from './traffic.js'

/** A fault of a cluster while messages are sent. */
export interface ClusterFault<C extends ServerCluster> {
  /** Its name in the result. */
  readonly what: string
  /** Called after the first third of the time; omitted: no fault. */
  readonly strike?: (cluster: C, stage: Stage) => Promise<void>
  /** Called after the second third, before stopped nodes are started again. */
  readonly relent?: (cluster: C, stage: Stage) => Promise<void>
  /** The maximum time without an acceptance. */
  readonly silentAtMostMs: number
  /** Whether a small run includes it. */
  readonly isInSmall?: boolean
  /** Whether all processes reach the cluster through one proxy that moves between nodes. */
  readonly isProxied?: boolean
}

/** A cluster, and the configuration of a trial on it. */
export interface ClusterTrial<C extends ServerCluster> {
  readonly run: CampaignRun
  readonly cluster: C
  readonly openGround: (fault: ClusterFault<C>) => Promise<Ground>
}

const THIRD_MS = 20_000
const LEAST_THIRD_MS = 4_000
/** Longer than a dispatcher's lease. */
const DRAINED_WITHIN_MS = 90_000
/** The share of a small run. */
const SMALL_SHARE = 0.5

/** Waits until no message waits to be sent, or the time limit is reached. */
const drain = async ({ ground }: Stage): Promise<void> => {
  const giveUpAt = performance.now() + DRAINED_WITHIN_MS
  const waiting = async (): Promise<number> => {
    const text = "SELECT COUNT(*) AS found FROM messages WHERE state = 'ACCEPTED'"
    const [row] = await readRows(await ground.commandUrl(), text)
    return row === undefined ? 1 : numberIn(row, 'found')
  }
  while ((await waiting().catch(() => 1)) > 0 && performance.now() < giveUpAt) await pause(500)
}

const figuresOf = (
  { what, silentAtMostMs }: Pick<ClusterFault<ServerCluster>, 'what' | 'silentAtMostMs'>,
  traffic: TrafficRecord,
  verdict: Verdict,
): readonly Figure[] => {
  const { lost, twice, stuck, unconfirmed, accounts, differing, unmatched, ownCheck } = verdict
  const { accepted, unanswered, unseen, unread, silentMs, unavailable } = traffic
  const books = `${differing} of ${accounts}, ${unmatched}, ${ownCheck}`
  const messages = [lost, twice, stuck, unconfirmed].join(', ')
  const answers = [unanswered, unseen, unread].join(', ')
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  return [
    {
      what: `${what}: ${accepted.length} messages accepted; lost, sent twice, stuck, with an unknown outcome`,
      value: messages,
      expected: '0, 0, 0, 0',
      holds: accepted.length > 0 && messages === '0, 0, 0, 0',
    },
    {
      what: `${what}: accounts that differ, messages without a reservation or the reverse, \`ledger verify\``,
      value: books,
      expected: `0 of ${accounts}, 0, 0`,
      holds: accounts > 0 && books === `0 of ${accounts}, 0, 0`,
    },
    {
      what: `${what}: sends without an answer for good, own writes not seen, reads without an answer`,
      value: answers,
      expected: '0, 0, 0',
      holds: answers === '0, 0, 0',
    },
    {
      what: `${what}: longest time without an acceptance (${unavailable} answers 503)`,
      value: seconds(silentMs),
      expected: `at most ${seconds(silentAtMostMs)}`,
      holds: silentMs <= silentAtMostMs,
    },
  ]
}

/**
 * Sends messages for the whole time. The fault strikes after the first third and is repaired after the
 * second.
 */
const sendThrough = async <C extends ServerCluster>(
  { run, cluster }: ClusterTrial<C>,
  fault: ClusterFault<C>,
  stage: Stage,
  traffic: Traffic,
): Promise<void> => {
  const thirdMs = Math.max(LEAST_THIRD_MS, THIRD_MS * run.share)
  await pause(thirdMs)
  run.say(`${fault.what}: ${traffic.accepted()} messages accepted; now it happens`)
  await fault.strike?.(cluster, stage)
  await pause(thirdMs)
  run.say(`${fault.what}: ${traffic.accepted()} messages accepted; now it is healed`)
  await fault.relent?.(cluster, stage)
  await cluster.heal()
  await pause(thirdMs)
}

/** Sends during the fault, and judges the result. */
const tryFault = async <C extends ServerCluster>(
  trial: ClusterTrial<C>,
  fault: ClusterFault<C>,
  stage: Stage,
): Promise<readonly Figure[]> => {
  const { run } = trial
  const { tenants, ports } = stage
  const domain = `${fault.what.replaceAll(/\W+/g, '-')}.example`
  const traffic = startTraffic({ tenants, ports, domain, say: run.say })
  const sending = sendThrough(trial, fault, stage, traffic)
  const record = await sending.then(traffic.stop, async (error: unknown) => {
    await traffic.stop()
    throw error
  })
  run.say(`${fault.what}: ${record.accepted.length} messages accepted; waiting until they are sent`)
  await drain(stage)
  const received = await stage.mails.received()
  await stage.end()
  const databaseUrl = await stage.ground.commandUrl()
  const { accepted } = record
  const settings = await stage.settings()
  const verdict = await judge({ databaseUrl, settings, accepted, received, say: run.say })
  const figures = figuresOf(fault, record, verdict)
  for (const { what, value, expected } of figures) run.say(`${what}: ${value}, expected ${expected}`)
  return figures
}

const tryOne = async <C extends ServerCluster>(
  trial: ClusterTrial<C>,
  fault: ClusterFault<C>,
): Promise<readonly Figure[]> => {
  const ground = await trial.openGround(fault)
  try {
    const stage = await openStage(trial.run, ground, fault.what)
    try {
      return await tryFault(trial, fault, stage)
    } finally {
      await stage.end()
    }
  } finally {
    await ground.close()
  }
}

/** The result for a fault that couldn't be tested or judged; the cluster's state is then unknown. */
const untried = ({ what }: Pick<ClusterFault<ServerCluster>, 'what'>, error: unknown): Figure => ({
  what,
  value: String(error).split('\n')[0] ?? '',
  expected: 'a verdict',
  holds: false,
})

/**
 * Tests each fault on its own database and processes; a small run tests only the marked ones. A fault that
 * can't be judged ends the trial, with the results of those before it.
 */
export const tryFaults = async <C extends ServerCluster>(
  trial: ClusterTrial<C>,
  faults: ReadonlyArray<ClusterFault<C>>,
): Promise<readonly Figure[]> => {
  const isSmall = trial.run.share < SMALL_SHARE
  const figures: Figure[] = []
  for (const fault of faults.filter(({ isInSmall = false }) => isInSmall || !isSmall)) {
    try {
      figures.push(...(await tryOne(trial, fault)))
    } catch (error) {
      trial.run.say(String(error))
      return [...figures, untried(fault, error)]
    }
  }
  return figures
}
