import { type BenchRun, type Choice, variantOf } from './bench-run.js'
import { mariadbPid } from './database-pid.js'
import { load } from './load.js'
import { type Measurement, measure, middle } from './measure.js'
import { batches, freshSends, otps, statusReads, usagePages, verifications } from './requests.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'

const CONNECTIONS = 64
const BATCH_CONNECTIONS = 16
const BATCH_SIZE = 50
const WARM_UP_MS = 1000
/** Challenges for each second of a leg of verifications: more than can be verified in it. */
const CHALLENGES_A_SECOND = 6000
const IDS_KEPT = 50_000

const CHOICES = {
  ceiling: { name: '(a) without storage', acceptance: 'without storage', engine: 'SQLite', tenants: 1 },
  fresh: { name: 'MariaDB', acceptance: 'real', engine: 'MariaDB', tenants: 1 },
  sqlite: { name: 'SQLite', acceptance: 'real', engine: 'SQLite', tenants: 1 },
  grown: { name: 'MariaDB, grown', acceptance: 'real', engine: 'MariaDB', tenants: 1 },
} as const satisfies Record<string, Choice>

type Servers = Record<keyof typeof CHOICES, ServerProcess>

/** A leg's measurements, and how many messages each of its requests is about. */
interface Leg {
  readonly measured: Measurement[]
  readonly messagesEach: number
}

interface Stage {
  readonly run: BenchRun
  readonly databasePid: number | undefined
  readonly legs: Map<string, Leg>
}

const idIn = (body: string, prefix: 'msg' | 'otp'): string | undefined =>
  new RegExp(`"(${prefix}_[0-9a-z]{26})"`).exec(body)?.[1]

/** Keeps identifiers that answers bring. */
const collector = (prefix: 'msg' | 'otp', most: number) => {
  const ids: string[] = []
  const hear = (body: string): void => {
    const id = ids.length < most ? idIn(body, prefix) : undefined
    if (id !== undefined) ids.push(id)
  }
  return { ids, hear }
}

const play = async (
  { run, databasePid, legs }: Stage,
  server: ServerProcess,
  name: string,
  next: (serial: number) => Buffer,
  options: {
    readonly connections?: number
    readonly messagesEach?: number
    readonly onAnswer?: (body: string) => void
  } = {},
): Promise<void> => {
  const { connections = CONNECTIONS, messagesEach = 1, onAnswer } = options
  const isSqlite = server.variant.storageUrl.startsWith('sqlite')
  const measured = await measure({
    server,
    databasePid: isSqlite ? undefined : databasePid,
    connections,
    warmUpMs: WARM_UP_MS,
    measureMs: run.measureMs,
    next,
    ...(onAnswer === undefined ? {} : { onAnswer }),
  })
  const leg = legs.get(`${server.variant.name}: ${name}`) ?? { measured: [], messagesEach }
  leg.measured.push(measured)
  legs.set(`${server.variant.name}: ${name}`, leg)
}

/** Sends OTPs until there are as many challenges as a leg can verify. */
const challengesFor = async (
  { run }: Stage,
  server: ServerProcess,
  label: string,
  offset: number,
): Promise<readonly string[]> => {
  const wanted = Math.ceil(((run.measureMs + WARM_UP_MS) / 1000) * CHALLENGES_A_SECOND)
  const { ids, hear } = collector('otp', wanted)
  for (let round = 0, before = -1; ids.length < wanted; round += 1) {
    if (ids.length === before) throw new Error('no OTP is accepted any more')
    before = ids.length
    const next = otps(server.tenants, `${label}-${round}`, offset + round * 1_000_000)
    await load({
      port: server.port,
      connections: CONNECTIONS,
      warmUpMs: 0,
      measureMs: 2000,
      next,
      onAnswer: hear,
    })
  }
  return ids
}

const playSends = async (
  stage: Stage,
  server: ServerProcess,
  label: string,
  offset: number,
): Promise<readonly string[]> => {
  const sent = collector('msg', IDS_KEPT)
  const { tenants } = server
  await play(stage, server, 'send', freshSends(tenants, label), { onAnswer: sent.hear })
  await play(stage, server, 'batch of 50', batches(tenants, `${label}-batch`, BATCH_SIZE), {
    connections: BATCH_CONNECTIONS,
    messagesEach: BATCH_SIZE,
  })
  await play(stage, server, 'otp', otps(tenants, `${label}-otp`, offset))
  await play(stage, server, 'status read', statusReads(tenants, sent.ids))
  const challenges = await challengesFor(stage, server, `${label}-fill`, offset + 20_000_000)
  await play(stage, server, 'verify', verifications(tenants, `${label}-verify`, challenges))
  return sent.ids
}

const playCeiling = async (stage: Stage, server: ServerProcess, label: string): Promise<void> => {
  const sent = collector('msg', IDS_KEPT)
  await play(stage, server, 'send', freshSends(server.tenants, label), { onAnswer: sent.hear })
  await play(stage, server, 'status read', statusReads(server.tenants, sent.ids))
}

const playGrown = async (
  stage: Stage,
  server: ServerProcess,
  label: string,
  sinceMs: number,
): Promise<void> => {
  const sent = collector('msg', IDS_KEPT)
  await play(stage, server, 'send', freshSends(server.tenants, label), { onAnswer: sent.hear })
  await play(stage, server, 'status read', statusReads(server.tenants, sent.ids))
  const pages = usagePages(server.tenants, sinceMs, Date.now())
  await play(stage, server, 'usage page of 100', pages)
  await play(stage, server, 'status read, alone', statusReads(server.tenants, sent.ids), { connections: 1 })
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
    ]
  })
  const head = ['', 'req/s', 'items/s', 'p50 ms', 'p99 ms', 'node µs/item', 'db µs/item', 'MiB', 'answers']
  printTable(
    `The sending plane, ${CONNECTIONS} connections: medians of ${run.rounds} rounds of ${run.measureMs / 1000} s`,
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

/** Batches, OTPs, reads and growth, each beside what it is compared with, in one run. */
export const benchSendingPlane = async (run: BenchRun): Promise<void> => {
  const drops: Array<() => Promise<void>> = []
  const started: ServerProcess[] = []
  const start = async (choice: Choice): Promise<ServerProcess> => {
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
