import { setTimeout as pause } from 'node:timers/promises'
import knexLibrary, { type Knex } from 'knex'
import { drained } from '../backlog.js'
import { type BenchRun, variantOf } from '../bench-run.js'
import { sendSteadily } from '../console/send-steadily.js'
import { mariadbPid } from '../machine/database-pid.js'
import { type MachineLoad, machineLoadSince, readMachine } from '../machine/foreign-cores.js'
import { cpuMicroseconds } from '../machine/process-cost.js'
import { MACHINE_HEAD, machineCells } from '../measured-leg.js'
import { median, quantile } from '../quantile.js'
import type { BenchTenant } from '../requests.js'
import { say } from '../say.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { figure, printTable } from '../table.js'
import { benchBacklog } from './bench-backlog.js'
import { type Receiver, startReceiver } from './receiver.js'

const SENDS_PER_SECOND = 100
/** Accepted, and submitted: the prompt provider reports nothing else. */
const EVENTS_PER_MESSAGE = 2
/** The silent endpoints of the last kind. */
const DEAD = 5
const KINDS = [
  { name: 'no endpoint', prompt: 0, dead: 0 },
  { name: 'one endpoint', prompt: 1, dead: 0 },
  { name: `one endpoint, and ${DEAD} dead ones`, prompt: 1, dead: DEAD },
] as const
const WARM_UP_MS = 2_000
const ARRIVED_WITHIN_MS = 60_000
const LOOKED_EVERY_MS = 20

type Kind = (typeof KINDS)[number]

interface Stage {
  readonly run: BenchRun
  readonly host: ServerProcess
  readonly dispatcher: ServerProcess
  readonly receiver: Receiver
  readonly knex: Knex
  readonly databasePid: number | undefined
}

/** The figures of a leg with one kind of endpoints; processor time in microseconds per message. */
interface Leg extends MachineLoad {
  readonly acceptedP99Ms: number
  readonly hostMicroseconds: number
  readonly dispatcherMicroseconds: number
  readonly databaseMicroseconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const untilArrived = async ({ receiver }: Stage, expected: number): Promise<void> => {
  const giveUpAtMs = Date.now() + ARRIVED_WITHIN_MS
  while ((await receiver.count()) < expected) {
    if (Date.now() > giveUpAtMs) throw new Error(`${await receiver.count()} of ${expected} events arrived`)
    await pause(LOOKED_EVERY_MS)
  }
}

const costsOf = ({ host, dispatcher, databasePid }: Stage): readonly number[] => [
  cpuMicroseconds(host.pid),
  cpuMicroseconds(dispatcher.pid),
  databasePid === undefined ? 0 : cpuMicroseconds(databasePid),
]

/** Sends steadily for this time, and waits until everything is sent and delivered. */
const sendAndDeliver = async (stage: Stage, tenant: BenchTenant, { prompt }: Kind, forMs: number) => {
  const sent = await sendSteadily(stage.host, tenant, SENDS_PER_SECOND, forMs)
  await drained(stage.knex)
  await untilArrived(stage, sent.calls * EVENTS_PER_MESSAGE * prompt)
  return sent
}

const measureLeg = async (stage: Stage, tenant: BenchTenant, kind: Kind): Promise<Leg> => {
  const { run, receiver, databasePid } = stage
  const others = databasePid === undefined ? [] : [databasePid]
  await sendAndDeliver(stage, tenant, kind, WARM_UP_MS)
  await receiver.take()
  const [machine, before] = [readMachine(others), costsOf(stage)]
  const sent = await sendAndDeliver(stage, tenant, kind, run.measureMs)
  const after = costsOf(stage)
  const load = machineLoadSince(machine, others)
  const [hostMicroseconds = 0, dispatcherMicroseconds = 0, databaseMicroseconds = 0] = after.map(
    (value, at) => (value - (before[at] ?? 0)) / sent.calls,
  )
  const ages = (await receiver.take()).agesMs.toSorted((one, other) => one - other)
  return {
    ...load,
    acceptedP99Ms: sent.p99Ms,
    hostMicroseconds,
    dispatcherMicroseconds,
    databaseMicroseconds,
    p50Ms: quantile(ages, 0.5),
    p99Ms: quantile(ages, 0.99),
  }
}

type Legs = ReadonlyMap<Kind, readonly Leg[]>

const HEAD = [
  '',
  'accepted p99 ms',
  'host µs',
  'dispatcher µs',
  'db µs',
  'x (a)',
  'µs an event',
  'p50 ms',
  'p99 ms',
  ...MACHINE_HEAD,
]

const middleOf = (legs: readonly Leg[]): Leg => {
  const of = (value: (leg: Leg) => number): number => median(legs.map(value))
  const most = (value: (leg: Leg) => number): number => Math.max(...legs.map(value))
  return {
    acceptedP99Ms: of((leg) => leg.acceptedP99Ms),
    hostMicroseconds: of((leg) => leg.hostMicroseconds),
    dispatcherMicroseconds: of((leg) => leg.dispatcherMicroseconds),
    databaseMicroseconds: of((leg) => leg.databaseMicroseconds),
    p50Ms: of((leg) => leg.p50Ms),
    p99Ms: of((leg) => leg.p99Ms),
    busyCores: of((leg) => leg.busyCores),
    foreignCores: most((leg) => leg.foreignCores),
    loadAverage: most((leg) => leg.loadAverage),
  }
}

const totalOf = ({ hostMicroseconds, dispatcherMicroseconds, databaseMicroseconds }: Leg): number =>
  hostMicroseconds + dispatcherMicroseconds + databaseMicroseconds

const report = (run: BenchRun, legs: Legs): void => {
  const without = middleOf(legs.get(KINDS[0]) ?? [])
  const rows = KINDS.map((kind) => {
    const leg = middleOf(legs.get(kind) ?? [])
    const events = EVENTS_PER_MESSAGE * kind.prompt
    return [
      kind === KINDS[0] ? `(a) ${kind.name}` : kind.name,
      figure(leg.acceptedP99Ms, 1),
      figure(leg.hostMicroseconds),
      figure(leg.dispatcherMicroseconds),
      figure(leg.databaseMicroseconds),
      figure(totalOf(leg) / totalOf(without), 2),
      events === 0 ? '-' : figure((totalOf(leg) - totalOf(without)) / events),
      figure(leg.p50Ms),
      figure(leg.p99Ms),
      ...machineCells(leg),
    ]
  })
  const what = `${SENDS_PER_SECOND} messages a second with ${EVENTS_PER_MESSAGE} events each`
  printTable(`Webhooks, ${what}: medians of ${run.rounds} rounds of ${run.measureMs / 1000} s`, HEAD, rows)
}

/** Compares tenants with no endpoint, with one, and with one besides dead ones, in turn. */
const measureRounds = async (stage: Stage): Promise<Legs> => {
  const { run, host, receiver } = stage
  const legs = new Map<Kind, readonly Leg[]>()
  for (const [at, { prompt, dead }] of KINDS.entries())
    await host.openEndpoints(at, [
      ...Array.from({ length: prompt }, () => receiver.promptUrl),
      ...Array.from({ length: dead }, () => receiver.silentUrl),
    ])
  for (let round = 0; round < run.rounds; round += 1)
    for (const [at, kind] of KINDS.entries()) {
      say(`webhooks, round ${round + 1} of ${run.rounds}: ${kind.name}`)
      const tenant = host.tenants[at]
      if (tenant === undefined) throw new Error('a tenant is missing')
      legs.set(kind, [...(legs.get(kind) ?? []), await measureLeg(stage, tenant, kind)])
    }
  return legs
}

/** How soon events reach an endpoint, what they cost, and what dead endpoints cost the others. */
export const benchWebhooks = async (run: BenchRun): Promise<void> => {
  const { drop, ...variant } = await variantOf(run, {
    name: 'webhooks',
    acceptance: 'real',
    engine: 'MariaDB',
    tenants: KINDS.length,
  })
  const receiver = await startReceiver()
  const host = await startServer(variant)
  const dispatcher = await startServer({ ...variant, role: 'dispatcher', tenants: 0 })
  const knex = knexLibrary({ client: 'mysql2', connection: variant.storageUrl })
  try {
    const databasePid = await mariadbPid(run.mysqlUrl)
    const stage = { run, host, dispatcher, receiver, knex, databasePid }
    report(run, await measureRounds(stage))
    await benchBacklog(stage)
  } finally {
    await knex.destroy()
    await dispatcher.stop()
    await host.stop()
    await receiver.stop()
    await drop()
  }
}
