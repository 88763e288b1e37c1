import { hash, verify } from '@node-rs/argon2'
import { ARGON2_PARAMETERS } from '@postrider/node/auth/argon2-passwords'
import { type BenchRun, type Choice, variantOf } from './bench-run.js'
import { agentRead, CONTROL_READS, controlRead, signIns } from './control-requests.js'
import { mariadbPid } from './machine/database-pid.js'
import { load, type LoadResult } from './load/load.js'
import { type Measurement, middle } from './measure.js'
import { measureLeg } from './measured-leg.js'
import { say } from './say.js'
import { median } from './quantile.js'
import { sendBody } from './requests.js'
import { type ServerProcess, startServer } from './server-process.js'
import { signInOwner } from './sign-in-owner.js'
import { type SteadyResult, steadyLoad } from './load/steady-load.js'
import { figure, printTable } from './table.js'

const CONNECTIONS = 64
const WARM_UP_MS = 1000
/** A person has at most ten sessions. With this many people, hardly any sign-in ends an old session. */
const PEOPLE = 1000
const SENDS_PER_SECOND = 200
const SIGNING_IN = 200

const ENGINES = ['MariaDB', 'SQLite'] as const

const common = { tenants: 1, people: PEOPLE }

const CHOICES: readonly Choice[] = [
  { ...common, name: '(a) from memory', acceptance: 'without storage', engine: 'SQLite' },
  { ...common, name: 'MariaDB', acceptance: 'real', engine: 'MariaDB' },
  { ...common, name: 'SQLite', acceptance: 'real', engine: 'SQLite' },
]

/** The sends of one engine's rounds, and the sign-ins during them. */
interface Beside {
  readonly alone: SteadyResult[]
  readonly beside: SteadyResult[]
  readonly signIns: LoadResult[]
}

interface Stage {
  readonly run: BenchRun
  readonly databasePid: number | undefined
  readonly servers: readonly ServerProcess[]
  readonly reads: Map<string, Measurement[]>
  readonly agentReads: Map<string, Measurement[]>
  /** Sign-ins one at a time, by engine. */
  readonly single: Map<string, LoadResult[]>
  readonly verifications: number[]
  readonly sends: Map<string, Beside>
  /** The person who signs in next. */
  turn: number
}

const noted = <A>(map: Map<string, A[]>, name: string, value: A): void => {
  map.set(name, [...(map.get(name) ?? []), value])
}

/** Sign-ins continue after the last leg's, so that everybody has a turn. */
const nextPeople = (stage: Stage, { people }: ServerProcess): ((serial: number) => Buffer) => {
  const next = signIns(people, stage.turn)
  return (serial) => {
    stage.turn += 1
    return next(serial)
  }
}

const measureReads = (
  { run, databasePid }: Stage,
  server: ServerProcess,
  name: string,
  next: (serial: number) => Buffer,
): Promise<Measurement> =>
  measureLeg(run, `${server.variant.name}, ${name}`, {
    server,
    databasePid: server.variant.name === 'MariaDB' ? databasePid : undefined,
    connections: CONNECTIONS,
    next,
  })

const playReads = async (stage: Stage): Promise<void> => {
  for (const server of stage.servers) {
    const accessToken = await signInOwner(server)
    const organizationId = server.tenants[0]?.organizationId ?? ''
    for (const read of CONTROL_READS) {
      const request = controlRead(accessToken, read, organizationId)
      const measured = await measureReads(stage, server, read, () => request)
      noted(stage.reads, `${server.variant.name}: ${read}`, measured)
    }
  }
}

/**
 * Reads of an Agent: its sponsor is checked each time, and each call is written to the audit log before its
 * response.
 */
const playAgentReads = async (stage: Stage, round: number): Promise<void> => {
  for (const server of stage.servers) {
    const { agentKey, tenants, variant } = server
    const organizationId = tenants[0]?.organizationId ?? ''
    for (const read of CONTROL_READS) {
      const next = (serial: number): Buffer =>
        agentRead(agentKey, read, organizationId, `bench-${round}-${serial}`)
      noted(
        stage.agentReads,
        `${variant.name}: ${read}`,
        await measureReads(stage, server, `an Agent's ${read}`, next),
      )
    }
  }
}

/** Password verifications per second, one after another, without other work. */
const verifyAlone = async ({ people: [person] }: ServerProcess, measureMs: number): Promise<number> => {
  const password = person?.password ?? ''
  const kept = await hash(password, ARGON2_PARAMETERS)
  const begunAt = performance.now()
  let count = 0
  for (; performance.now() - begunAt < measureMs; count += 1)
    if (!(await verify(kept, password))) throw new Error('the password is not its own')
  return (count * 1000) / (performance.now() - begunAt)
}

const real = ({ servers }: Stage): readonly ServerProcess[] =>
  servers.filter(({ variant }) => variant.acceptance === 'real')

const playSignIns = async (stage: Stage): Promise<void> => {
  const { run, single, verifications } = stage
  const [first] = stage.servers
  if (first !== undefined) verifications.push(await verifyAlone(first, run.measureMs))
  for (const server of real(stage)) {
    say(`${server.variant.name}, one sign-in at a time`)
    const plan = { port: server.port, warmUpMs: WARM_UP_MS, measureMs: run.measureMs }
    const next = nextPeople(stage, server)
    noted(single, server.variant.name, await load({ ...plan, connections: 1, next }))
  }
}

const send = async (server: ServerProcess, label: string, forMs: number): Promise<SteadyResult> => {
  const [tenant] = server.tenants
  if (tenant === undefined) throw new Error('no tenant to send for')
  return steadyLoad({
    port: server.port,
    tenant,
    path: '/v1/messages',
    callsPerSecond: SENDS_PER_SECOND,
    forMs,
    keyOf: (serial) => `control-${label}-${serial}`,
    bodyOf: (serial) => sendBody(tenant, serial),
  })
}

/** Sends alone, and then during a crowd of concurrent, repeated sign-ins. */
const playSends = async (stage: Stage, round: number): Promise<void> => {
  const { measureMs } = stage.run
  for (const server of real(stage)) {
    const { name } = server.variant
    const seen = stage.sends.get(name) ?? { alone: [], beside: [], signIns: [] }
    stage.sends.set(name, seen)
    await send(server, `warm-${round}`, WARM_UP_MS)
    seen.alone.push(await send(server, `alone-${round}`, measureMs))
    const crowd = { port: server.port, connections: SIGNING_IN, warmUpMs: 0, measureMs }
    const [sent, signedIn] = await Promise.all([
      send(server, `beside-${round}`, measureMs),
      load({ ...crowd, next: nextPeople(stage, server) }),
    ])
    seen.beside.push(sent)
    seen.signIns.push(signedIn)
  }
}

const answersOf = (results: ReadonlyArray<Pick<LoadResult, 'statuses'>>): string => {
  const sum = new Map<string, number>()
  for (const { statuses } of results)
    for (const [status, count] of Object.entries(statuses)) sum.set(status, (sum.get(status) ?? 0) + count)
  return [...sum].map(([status, count]) => `${status}: ${figure(count)}`).join(', ')
}

const rateOf = (results: readonly LoadResult[]): number =>
  median(results.map(({ requests, seconds }) => requests / seconds))

const reportReads = (
  who: string,
  run: BenchRun,
  reads: ReadonlyMap<string, readonly Measurement[]>,
): void => {
  const rows = [...reads].map(([name, measured]) => {
    const of = middle(measured)
    const ceiling = reads.get(`${CHOICES[0]?.name ?? ''}: ${name.split(': ')[1] ?? ''}`) ?? []
    return [
      name,
      figure(of.ratePerSecond),
      figure(of.ratePerSecond / middle(ceiling).ratePerSecond, 2),
      figure(of.p50Ms, 1),
      figure(of.p99Ms, 1),
      figure(of.nodeMicroseconds),
      figure(of.databaseMicroseconds),
      answersOf(measured),
    ]
  })
  const rounds = `medians of ${run.rounds} rounds of ${run.measureMs / 1000} s`
  printTable(
    `${who}, ${CONNECTIONS} connections: ${rounds}`,
    ['', 'req/s', 'x (a)', 'p50 ms', 'p99 ms', 'node µs', 'db µs', 'answers'],
    rows,
  )
}

const reportSignIns = ({ single, verifications }: Stage): void => {
  const alone = median(verifications)
  const rows = ENGINES.map((engine) => {
    const results = single.get(engine) ?? []
    const p50Ms = median(results.map((result) => result.p50Ms))
    return [
      `POST /v1/sessions, ${engine}`,
      figure(rateOf(results), 1),
      figure(p50Ms, 1),
      figure(rateOf(results) / alone, 2),
      answersOf(results),
    ]
  })
  printTable(
    'One sign-in at a time beside one Argon2id verification at a time',
    ['', 'a second', 'p50 ms', 'x alone', 'answers'],
    [['Argon2id alone', figure(alone, 1), figure(1000 / alone, 1), figure(1, 2), ''], ...rows],
  )
}

const reportSends = ({ sends }: Stage): void => {
  const rows = ENGINES.flatMap((engine) => {
    const { alone = [], beside = [], signIns: crowd = [] } = sends.get(engine) ?? {}
    const p99Of = (results: readonly SteadyResult[]): number => median(results.map(({ p99Ms }) => p99Ms))
    const row = (name: string, results: readonly SteadyResult[], more: readonly string[]) => [
      `${engine}, ${name}`,
      figure(median(results.map(({ p50Ms }) => p50Ms)), 1),
      figure(p99Of(results), 1),
      figure(p99Of(results) / p99Of(alone), 2),
      results.map(({ p99Ms }) => figure(p99Ms, 1)).join(', '),
      ...more,
    ]
    return [
      row('alone', alone, ['', '']),
      row(`beside ${SIGNING_IN} sign-ins`, beside, [figure(rateOf(crowd), 1), answersOf(crowd)]),
    ]
  })
  printTable(
    `${SENDS_PER_SECOND} sends a second, alone and beside ${SIGNING_IN} people at once who sign in`,
    ['', 'p50 ms', 'p99 ms', 'x alone', 'p99 of each round', 'sign-ins/s', 'their answers'],
    rows,
  )
}

/** Reads of people and sign-ins, each compared with its counterpart, in one run. */
export const benchControl = async (run: BenchRun): Promise<void> => {
  const drops: Array<() => Promise<void>> = []
  const servers: ServerProcess[] = []
  try {
    for (const choice of CHOICES) {
      const { drop, ...variant } = await variantOf(run, choice)
      drops.push(drop)
      servers.push(await startServer(variant))
    }
    const stage: Stage = {
      run,
      databasePid: await mariadbPid(run.mysqlUrl),
      servers,
      reads: new Map(),
      agentReads: new Map(),
      single: new Map(),
      verifications: [],
      sends: new Map(),
      turn: 1,
    }
    for (let round = 0; round < run.rounds; round += 1) {
      await playReads(stage)
      await playAgentReads(stage, round)
      await playSignIns(stage)
      await playSends(stage, round)
    }
    reportReads('Control reads', run, stage.reads)
    reportReads('Agent reads', run, stage.agentReads)
    reportSignIns(stage)
    reportSends(stage)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    for (const drop of drops) await drop()
  }
}
