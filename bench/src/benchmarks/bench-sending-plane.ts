import { type BenchRun, type Choice, variantOf } from './bench-run.js'
import { mariadbPid } from './machine/database-pid.js'
import { sentChallenges } from './passcodes-sent.js'
import { type MeasurePlan, type Measurement, middle } from './measure.js'
import { MACHINE_HEAD, machineCells, measureLeg } from './measured-leg.js'
import { say } from './say.js'
import { storedMessages } from './stored-messages.js'
import { batches, freshSends, otps, statusReads, usagePages, verifications } from './requests.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'

const CONNECTIONS = 64
const BATCH_CONNECTIONS = 16
const BATCH_SIZE = 50
const WARM_UP_MS = 1000
/** Challenges per second of a verification leg: more than it can verify. */
const CHALLENGES_A_SECOND = 6000

const CHOICES = {
  ceiling: { name: '(a) without storage', acceptance: 'without storage', engine: 'SQLite', tenants: 1 },
  fresh: { name: 'MariaDB', acceptance: 'real', engine: 'MariaDB', tenants: 1 },
  sqlite: { name: 'SQLite', acceptance: 'real', engine: 'SQLite', tenants: 1 },
  grown: { name: 'MariaDB, grown', acceptance: 'real', engine: 'MariaDB', tenants: 1 },
} as const satisfies Record<string, Choice>

type Servers = Record<keyof typeof CHOICES, ServerProcess>

/** A leg's measurements, and the number of messages per request. */
interface Leg {
  readonly measured: Measurement[]
  readonly messagesEach: number
}

interface Stage {
  readonly run: BenchRun
  readonly databasePid: number | undefined
  readonly legs: Map<string, Leg>
}

const play = async (
  { run, databasePid, legs }: Stage,
  server: ServerProcess,
  name: string,
  next: (serial: number) => Buffer,
  options: Partial<Pick<MeasurePlan, 'connections' | 'most'>> & Partial<Pick<Leg, 'messagesEach'>> = {},
): Promise<void> => {
  const { messagesEach = 1, connections = CONNECTIONS, most } = options
  const isSqlite = server.variant.storageUrl.startsWith('sqlite')
  const key = `${server.variant.name}: ${name}`
  const measured = await measureLeg(run, `sending, ${key}`, {
    server,
    databasePid: isSqlite ? undefined : databasePid,
    connections,
    next,
    ...(most === undefined ? {} : { most }),
  })
  const leg = legs.get(key) ?? { measured: [], messagesEach }
  leg.measured.push(measured)
  legs.set(key, leg)
}

/** Challenges for a leg of verifications. */
const freshChallenges = (
  { run }: Stage,
  server: ServerProcess,
  label: string,
  offset: number,
): Promise<readonly string[]> => {
  say(`sending, ${server.variant.name}: passcodes are sent to be verified`)
  const wanted = Math.ceil(((run.measureMs + WARM_UP_MS) / 1000) * CHALLENGES_A_SECOND)
  return sentChallenges(server, { wanted, label, offset })
}

const playSends = async (
  stage: Stage,
  server: ServerProcess,
  label: string,
  offset: number,
): Promise<void> => {
  const { tenants } = server
  await play(stage, server, 'send', freshSends(tenants, label))
  await play(stage, server, 'batch of 50', batches(tenants, `${label}-batch`, BATCH_SIZE), {
    connections: BATCH_CONNECTIONS,
    messagesEach: BATCH_SIZE,
  })
  await play(stage, server, 'otp', otps(tenants, `${label}-otp`, offset))
  await play(
    stage,
    server,
    'status read',
    statusReads(tenants, await storedMessages(server, `${label}-read`)),
  )
  const challenges = await freshChallenges(stage, server, `${label}-fill`, offset + 20_000_000)
  // Serial numbers start at 1.
  const most = challenges.length - 1
  await play(stage, server, 'verify', verifications(tenants, `${label}-verify`, challenges), { most })
}

const playCeiling = async (stage: Stage, server: ServerProcess, label: string): Promise<void> => {
  await play(stage, server, 'send', freshSends(server.tenants, label))
  const ids = await storedMessages(server, `${label}-read`)
  await play(stage, server, 'status read', statusReads(server.tenants, ids))
}

const playGrown = async (
  stage: Stage,
  server: ServerProcess,
  label: string,
  sinceMs: number,
): Promise<void> => {
  await play(stage, server, 'send', freshSends(server.tenants, label))
  const ids = await storedMessages(server, `${label}-read`)
  await play(stage, server, 'status read', statusReads(server.tenants, ids))
  const pages = usagePages(server.tenants, sinceMs, Date.now())
  await play(stage, server, 'usage page of 100', pages)
  await play(stage, server, 'status read, alone', statusReads(server.tenants, ids), { connections: 1 })
  await play(stage, server, 'usage page of 100, alone', pages, { connections: 1 })
}

const report = ({ legs, run }: Stage): void => {
  const rate = (name: string): number => {
    const leg = legs.get(name)
    return leg === undefined ? Number.NaN : middle(leg.measured).ratePerSecond * leg.messagesEach
  }
  const rows = [...legs].map(([name, leg]) => {
    const of = middle(leg.measured)
    return [
      name,
      figure(of.ratePerSecond),
      figure(of.ratePerSecond * leg.messagesEach),
      figure(of.p50Ms, 1),
      figure(of.p99Ms, 1),
      figure(of.nodeMicroseconds / leg.messagesEach),
      figure(of.databaseMicroseconds / leg.messagesEach),
      figure(of.residentMiB),
      Object.entries(of.statuses)
        .map(([status, count]) => `${status}: ${figure(count)}`)
        .join(', '),
      ...machineCells(of),
    ]
  })
  const costs = ['node µs/item', 'db µs/item', 'MiB', 'answers', ...MACHINE_HEAD]
  const head = ['', 'req/s', 'items/s', 'p50 ms', 'p99 ms', ...costs]
  printTable(
    `The sending plane, ${CONNECTIONS} connections: medians of ${run.rounds} rounds of ${run.measureMs / 1000} s, load from ${run.source.name}`,
    head,
    rows,
  )
  const ratio = (what: string, one: string, other: string): void =>
    console.log(`${what}: ${figure(rate(one) / rate(other), 2)}`)
  console.log('')
  for (const engine of ['MariaDB', 'SQLite']) {
    ratio(`${engine}, messages in batches of 50 / single sends`, `${engine}: batch of 50`, `${engine}: send`)
    ratio(`${engine}, otp / send`, `${engine}: otp`, `${engine}: send`)
    ratio(`${engine}, verify / status read`, `${engine}: verify`, `${engine}: status read`)
    ratio(`${engine}, status read / (a)`, `${engine}: status read`, '(a) without storage: status read')
  }
  const grown = `with ${figure(run.stored)} stored, status read / usage page of 100`
  ratio(`${grown}, many at once`, 'MariaDB, grown: status read', 'MariaDB, grown: usage page of 100')
  ratio(
    `${grown}, one at a time`,
    'MariaDB, grown: status read, alone',
    'MariaDB, grown: usage page of 100, alone',
  )
  ratio(`send with ${figure(run.stored)} stored / with few`, 'MariaDB, grown: send', 'MariaDB: send')
}

/** Batches, OTPs, reads and growth, each compared with its counterpart, in one run. */
export const benchSendingPlane = async (run: BenchRun): Promise<void> => {
  const drops: Array<() => Promise<void>> = []
  const started: ServerProcess[] = []
  const start = async (choice: Choice): Promise<ServerProcess> => {
    const { stored = 0 } = choice
    say(`a server starts: ${choice.name}${stored === 0 ? '' : `, and stores ${figure(stored)} messages`}`)
    const { drop, ...variant } = await variantOf(run, choice)
    drops.push(drop)
    const server = await startServer(variant)
    started.push(server)
    return server
  }
  try {
    const sinceMs = Date.now()
    const servers: Servers = {
      ceiling: await start(CHOICES.ceiling),
      fresh: await start(CHOICES.fresh),
      sqlite: await start(CHOICES.sqlite),
      grown: await start({ ...CHOICES.grown, stored: run.stored }),
    }
    const stage: Stage = { run, databasePid: await mariadbPid(run.mysqlUrl), legs: new Map() }
    for (let round = 0; round < run.rounds; round += 1) {
      const offset = round * 40_000_000
      await playCeiling(stage, servers.ceiling, `ceiling-${round}`)
      await playSends(stage, servers.fresh, `fresh-${round}`, offset)
      await playGrown(stage, servers.grown, `grown-${round}`, sinceMs)
      await playSends(stage, servers.sqlite, `sqlite-${round}`, offset)
    }
    report(stage)
  } finally {
    await Promise.all(started.map((server) => server.stop()))
    for (const drop of drops) await drop()
  }
}
