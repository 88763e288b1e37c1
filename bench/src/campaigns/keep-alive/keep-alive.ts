import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { type Seeded, seeded } from '@postrider/conformance/builders/seeded'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { provisionBench } from '../../benchmarks/bench-tenants.js'
import { endCommands, type RunningCommand, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { composeHere } from '@postrider/test/hosts/own-host'
import { serverSettings } from '../server-settings.js'
import { type KeptClient, keptConnection, type KeptCounts } from './kept-connection.js'

const REQUESTS = 1_000_000
const CLIENTS = 64
const WORKERS = '2'

/** Half of the clients pause up to this long between requests; the others send one after another. */
const LONGEST_IDLE_MS = 20_000

/** The durations for which a worker is stopped, and the longest time between two disturbances. */
const SHORTEST_STOP_MS = 500
const LONGEST_STOP_MS = 8_000
const LONGEST_CALM_MS = 3_000

/** The longest time after the stop signal until a worker is suspended. */
const LEAVING_FOR_MS = 12_000

const RENEWED_WITHIN_MS = 300_000

/** The number of lost requests that are shown individually. */
const MOST_SHOWN = 20

const below = (random: Seeded, bound: number): number => Math.floor(random.fraction() * bound)

/** The processes that the command started. */
const workersOf = ({ process: { pid } }: RunningCommand): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}

/** Counts log lines with this message. */
const countLines = ({ log }: RunningCommand, msg: string): number =>
  log().filter((line) => line['msg'] === msg).length

/** Suspends a process for a while. */
const stopFor = async (pid: number | undefined, random: Seeded): Promise<void> => {
  if (pid === undefined) return
  signal(pid, 'SIGSTOP')
  try {
    await pause(SHORTEST_STOP_MS + below(random, LONGEST_STOP_MS - SHORTEST_STOP_MS))
  } finally {
    signal(pid, 'SIGCONT')
  }
}

const REPLACED = 'all workers replaced'
const GIVEN_UP = 'replacement of workers stopped: new worker not ready within one minute'

/**
 * Replaces all workers, and suspends the first one that drains for a while. False: the machine was too busy
 * for new ones.
 */
const renew = async (running: RunningCommand, random: Seeded): Promise<boolean> => {
  const [drained, replaced, givenUp] = ['draining', REPLACED, GIVEN_UP].map((msg) => countLines(running, msg))
  const isGivenUp = (): boolean => countLines(running, GIVEN_UP) > (givenUp ?? 0)
  const [first] = workersOf(running)
  running.process.kill('SIGHUP')
  await eventually(
    'a worker leaves',
    () => countLines(running, 'draining') > (drained ?? 0) || isGivenUp(),
    RENEWED_WITHIN_MS,
  )
  await pause(below(random, LEAVING_FOR_MS))
  await stopFor(first, random)
  const isOver = (): boolean => countLines(running, REPLACED) > (replaced ?? 0) || isGivenUp()
  await eventually('all workers are replaced', isOver, RENEWED_WITHIN_MS)
  return !isGivenUp()
}

interface Disturbances {
  stops: number
  renewals: number
}

/** Suspends and replaces workers in turn until the clients are done. */
const disturb = async (
  run: CampaignRun,
  running: RunningCommand,
  counts: KeptCounts,
  isOver: () => boolean,
): Promise<Disturbances> => {
  const random = seeded(run.seed)
  const done = { stops: 0, renewals: 0 }
  const say = (what: string): void =>
    run.say(`${what}: ${counts.answered} answers, ${counts.lost.length} lost`)
  const steps = [
    async () => {
      const workers = workersOf(running)
      await stopFor(workers[below(random, workers.length)], random)
      done.stops += 1
      say('a worker was stopped')
    },
    async () => {
      const isRenewed = await renew(running, random)
      if (isRenewed) done.renewals += 1
      done.stops += 1
      say(isRenewed ? 'the workers were replaced' : 'no new worker was ready in time')
    },
  ]
  // Each at least once, even with few requests.
  for (let at = 0; at < steps.length || !isOver(); at += 1) {
    await pause(below(random, LONGEST_CALM_MS))
    await steps[at % steps.length]?.()
  }
  return done
}

/** Sends requests on kept connections until their number is reached, and while `isDisturbed`. */
const ask = async (
  run: CampaignRun,
  clients: readonly KeptClient[],
  counts: KeptCounts,
  isDisturbed: () => boolean,
): Promise<void> => {
  const wanted = shareOf(run, REQUESTS)
  const random = seeded(run.seed + 1)
  const isDone = (): boolean => counts.answered + counts.lost.length >= wanted && !isDisturbed()
  const loop = async (client: KeptClient, at: number): Promise<void> => {
    while (!isDone()) {
      if (at % 2 === 1) await pause(below(random, LONGEST_IDLE_MS))
      await client.next()
    }
    client.end()
  }
  await Promise.all(clients.map(loop))
}

const figuresOf = (counts: KeptCounts, { stops, renewals }: Disturbances): readonly Figure[] => [
  {
    what: `requests answered over ${counts.connections} kept connections, with ${stops} stops and ${renewals} rolling restarts`,
    value: String(counts.answered),
    expected: 'some',
    holds: counts.answered > 0 && stops > 0 && renewals > 0,
  },
  {
    what: 'requests without an answer',
    value: String(counts.lost.length),
    expected: '0',
    holds: counts.lost.length === 0,
  },
  {
    what: 'requests that got 503 while a worker was stopped',
    value: String(counts.postponed),
    expected: 'few',
    holds: counts.postponed * 20 <= counts.answered,
  },
  {
    what: 'requests refused',
    value: String(counts.refused),
    expected: '0',
    holds: counts.refused === 0,
  },
]

/** The settings of workers on their own database, and the tenant. */
const setUp = async (run: CampaignRun, databaseUrl: string) => {
  const settings = {
    ...serverSettings(run, databaseUrl),
    POSTRIDER_MASTER_KEY: newMasterKey(),
    POSTRIDER_RATE_SENDS: '1000000',
    POSTRIDER_RATE_READS: '1000000',
    POSTRIDER_RATE_ORGANIZATION_READS: '1000000',
    POSTRIDER_WORKERS: WORKERS,
  }
  const composition = await composeHere(settings)
  await right(composition.ports.storage.health.migrate())
  const { tenants } = await provisionBench(composition.ports, 1)
  await composition.close()
  const [tenant] = tenants
  if (tenant === undefined) throw new Error('no tenant was made')
  return { settings, tenant }
}

/**
 * Workers that are suspended, resumed and replaced, with clients that keep their connections and never retry.
 */
export const keepAlive: Campaign = {
  name: 'keep-alive',
  about: 'requests over kept connections while workers are paused and replaced',
  shareInTests: 0.005,
  run: async (run) => {
    const database = await createDatabase(run.mysqlUrl)
    try {
      const { settings, tenant } = await setUp(run, database.url)
      const running = startPostrider(['http'], settings)
      await running.logged('all workers ready')
      const { httpPort } = await running.logged('serving')
      const counts: KeptCounts = { answered: 0, refused: 0, postponed: 0, lost: [], connections: 0 }
      const clients = Array.from({ length: CLIENTS }, () => keptConnection(Number(httpPort), tenant, counts))
      const wanted = shareOf(run, REQUESTS)
      let isDisturbed = true
      const disturbing = disturb(run, running, counts, () => counts.answered >= wanted).finally(
        () => (isDisturbed = false),
      )
      const [disturbances] = await Promise.all([disturbing, ask(run, clients, counts, () => isDisturbed)])
      for (const lost of counts.lost.slice(0, MOST_SHOWN)) run.say(`lost: ${JSON.stringify(lost)}`)
      running.process.kill('SIGTERM')
      await running.exitCode
      return figuresOf(counts, disturbances)
    } finally {
      endCommands()
      await database.drop()
    }
  },
}
