import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAgainst } from './against/bench-against.js'
import { benchAcceptance } from './bench-acceptance.js'
import { benchConsole } from './console/bench-console.js'
import { benchEngines, mysqlRival, postgresRival } from './bench-engines.js'
import { benchFeed } from './feed/bench-feed.js'
import { benchControl } from './bench-control.js'
import { benchDispatch } from './bench-dispatch.js'
import { benchFairness } from './bench-fairness.js'
import { benchOutage } from './bench-outage.js'
import { benchMemory } from './bench-memory.js'
import { benchPurge } from './bench-purge.js'
import { benchPlatform } from './platform/bench-platform.js'
import { benchGrowth, growthPartsOf } from './growth/bench-growth.js'
import { benchProviders } from './bench-providers.js'
import { benchSendingPlane } from './bench-sending-plane.js'
import type { BenchRun } from './bench-run.js'
import { benchTargets } from './targets/bench-targets.js'
import { benchTiming } from './timing/bench-timing.js'
import { benchWebhooks } from './webhooks/bench-webhooks.js'
import { missingBinaries } from '@postrider/test/servers/binaries'
import { untilInterrupted } from './interruption.js'
import { type LoadSource, ownSource } from './load/load-source.js'
import { wrkSource } from './load/wrk-source.js'

const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing; run \`npm run bench\``)
  return value
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    messages: { type: 'string', default: '40000' },
    stored: { type: 'string', default: '1000000' },
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    only: {
      type: 'string',
      default: 'acceptance,engines,sending,fairness,dispatch,control,timing,feed,console',
    },
    samples: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    against: { type: 'string' },
    plane: { type: 'string', default: 'both' },
    engine: { type: 'string', default: 'mariadb' },
    'at-most': { type: 'string' },
    pairs: { type: 'string', default: '15' },
    'most-pairs': { type: 'string', default: '60' },
    'pair-seconds': { type: 'string', default: '5' },
    parts: { type: 'string' },
    organizations: { type: 'string', default: '5000' },
  },
})

/** The options of `--quick`, which only checks that everything runs. */
const QUICK = {
  seconds: '1',
  rounds: '1',
  messages: '2000',
  stored: '1000',
  organizations: '200',
  pairs: '2',
  'pair-seconds': '1',
}

const asked = values.quick ? { ...values, ...QUICK } : values

const pairsAsked = (): { readonly pairs: number; readonly legMs: number } => ({
  pairs: Number(asked.pairs),
  legMs: Number(asked['pair-seconds']) * 1000,
})

const benchPlanes = async (run: BenchRun): Promise<void> => {
  const only = values.only.split(',')
  if (only.includes('acceptance')) await benchAcceptance(run)
  if (only.includes('engines')) await benchEngines(run, postgresRival, pairsAsked())
  if (only.includes('mysql')) await benchEngines(run, mysqlRival, pairsAsked())
  if (only.includes('sending')) await benchSendingPlane(run)
  if (only.includes('fairness')) await benchFairness(run)
  if (only.includes('dispatch')) await benchDispatch(run)
  if (only.includes('outage')) await benchOutage(run)
  if (only.includes('memory')) await benchMemory(run)
  if (only.includes('purge')) await benchPurge(run)
  if (only.includes('growth')) await benchGrowth(run, growthPartsOf(values.parts))
  if (only.includes('platform'))
    await benchPlatform(run, { organizations: Number(asked.organizations), stored: run.stored })
  if (only.includes('providers')) await benchProviders(run)
  if (only.includes('control')) await benchControl(run)
  if (only.includes('feed')) await benchFeed(run)
  if (only.includes('console')) await benchConsole(run)
  if (only.includes('webhooks')) await benchWebhooks(run)
  if (only.includes('targets')) await benchTargets(run, { isLong: values.long })
  if (only.includes('timing'))
    await benchTiming(run, { samples: Number(values.samples), seed: Number(values.seed) })
}

const compareWith = async (run: BenchRun, revision: string): Promise<void> => {
  const atMost = values['at-most']
  if (atMost !== undefined && !(Number(atMost) > 0)) throw new Error('--at-most is a number: 1.03')
  process.exitCode = await benchAgainst(run, {
    revision,
    plane: values.plane,
    engine: values.engine,
    atMost: atMost === undefined ? undefined : Number(atMost),
    ...pairsAsked(),
    mostPairs: Number(values['most-pairs']),
  })
}

/** wrk if it is installed: it uses less of the machine than our own generator. */
const sourceIn = (directory: string): LoadSource =>
  missingBinaries(['wrk']).length === 0 ? wrkSource(directory) : ownSource

const bench = async (directory: string, signal: AbortSignal): Promise<void> => {
  const run: BenchRun = {
    directory,
    mysqlUrl: required('POSTRIDER_TEST_MYSQL_URL'),
    amqpUrl: required('POSTRIDER_TEST_AMQP_URL'),
    masterKey: randomBytes(32).toString('base64'),
    measureMs: Number(asked.seconds) * 1000,
    rounds: Number(asked.rounds),
    messages: Number(asked.messages),
    stored: Number(asked.stored),
    source: sourceIn(directory),
    signal,
  }
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, load from ${run.source.name}`,
  )
  if (values.against === undefined) await benchPlanes(run)
  else await compareWith(run, values.against)
}

/** In the run's own directory, which is removed even if this program is killed. */
const main = async (): Promise<number> => {
  const directory = await mkdtemp(join(process.env['POSTRIDER_TEST_DIR'] ?? tmpdir(), 'postrider-bench-'))
  try {
    return await untilInterrupted((signal) => bench(directory, signal))
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

process.exit(await main())
