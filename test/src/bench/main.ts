import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAgainst } from './against/bench-against.js'
import { benchAcceptance } from './bench-acceptance.js'
import { benchConsole } from './console/bench-console.js'
import { benchFeed } from './feed/bench-feed.js'
import { benchControl } from './bench-control.js'
import { benchDispatch } from './bench-dispatch.js'
import { benchFairness } from './bench-fairness.js'
import { benchProviders } from './bench-providers.js'
import { benchSendingPlane } from './bench-sending-plane.js'
import type { BenchRun } from './bench-run.js'
import { benchTiming } from './timing/bench-timing.js'

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
    only: { type: 'string', default: 'acceptance,sending,fairness,dispatch,control,timing,feed,console' },
    soak: { type: 'string', default: '0' },
    samples: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    against: { type: 'string' },
    plane: { type: 'string', default: 'both' },
    engine: { type: 'string', default: 'mariadb' },
    'at-most': { type: 'string' },
    pairs: { type: 'string', default: '15' },
    'most-pairs': { type: 'string', default: '60' },
    'pair-seconds': { type: 'string', default: '5' },
  },
})

const benchPlanes = async (run: BenchRun): Promise<void> => {
  const only = values.only.split(',')
  if (only.includes('acceptance')) await benchAcceptance(run)
  if (only.includes('sending')) await benchSendingPlane(run)
  if (only.includes('fairness')) await benchFairness(run)
  if (only.includes('dispatch')) await benchDispatch(run)
  if (only.includes('providers')) await benchProviders(run)
  if (only.includes('control')) await benchControl(run)
  if (only.includes('feed')) await benchFeed(run)
  if (only.includes('console')) await benchConsole(run)
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
    pairs: Number(values.pairs),
    mostPairs: Number(values['most-pairs']),
    legMs: Number(values['pair-seconds']) * 1000,
  })
}

const main = async (): Promise<void> => {
  // In the run's own folder, which is put away also where this program is killed.
  const directory = await mkdtemp(join(process.env['POSTRIDER_TEST_DIR'] ?? tmpdir(), 'postrider-bench-'))
  const run: BenchRun = {
    directory,
    mysqlUrl: required('POSTRIDER_TEST_MYSQL_URL'),
    amqpUrl: required('POSTRIDER_TEST_AMQP_URL'),
    masterKey: randomBytes(32).toString('base64'),
    measureMs: Number(values.seconds) * 1000,
    rounds: Number(values.rounds),
    messages: Number(values.messages),
    stored: Number(values.stored),
    soakMs: Number(values.soak) * 1000,
  }
  console.log(`${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`)
  try {
    if (values.against === undefined) await benchPlanes(run)
    else await compareWith(run, values.against)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

await main()
