import knexLibrary, { type Knex } from 'knex'
import { type BenchRun, variantOf } from './bench-run.js'
import { mariadbPid } from './machine/database-pid.js'
import {
  BACKLOG_CONNECTIONS as CONNECTIONS,
  countRows as count,
  drained,
  fillBacklog as fill,
} from './backlog.js'
import { load } from './load/load.js'
import { cpuMicroseconds, residentMiB } from './machine/process-cost.js'
import { freshSends } from './requests.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'
import type { Variant } from './variant.js'

interface Books {
  readonly accepted: number
  readonly settled: number
  readonly listed: number
}

const booksOf = async (knex: Knex): Promise<Books> => ({
  accepted: await count(knex, 'messages'),
  settled: await count(knex, 'ledger_events', { type: 'settlement' }),
  listed: await count(knex, 'outbox'),
})

interface Leg {
  readonly name: string
  readonly acceptedPerSecond: number
  readonly settledPerSecond: number
  readonly cost: string
}

const ratesOf = ({ acceptedPerSecond, settledPerSecond }: Leg): readonly string[] => [
  figure(acceptedPerSecond),
  figure(settledPerSecond),
]

const acceptAlone = async (server: ServerProcess, run: BenchRun, label: string): Promise<Leg> => {
  const next = freshSends(server.tenants, `alone-${label}`)
  const plan = { port: server.port, connections: CONNECTIONS, warmUpMs: 1000, measureMs: run.measureMs, next }
  const { requests, seconds } = await load(plan)
  return { name: 'acceptance alone', acceptedPerSecond: requests / seconds, settledPerSecond: 0, cost: '' }
}

/** Measures the dispatcher on an existing backlog, from its first poll to the last settlement. */
const dispatchAlone = async (variant: Variant, knex: Knex, databasePid: number | undefined): Promise<Leg> => {
  const waiting = await count(knex, 'outbox')
  const databaseBefore = databasePid === undefined ? 0 : cpuMicroseconds(databasePid)
  const dispatcher = await startServer({ ...variant, role: 'dispatcher', tenants: 0 })
  const nodeBefore = cpuMicroseconds(dispatcher.pid)
  const begunAt = performance.now()
  try {
    await drained(knex)
    const seconds = (performance.now() - begunAt) / 1000
    const node = (cpuMicroseconds(dispatcher.pid) - nodeBefore) / waiting
    const database = databasePid === undefined ? 0 : (cpuMicroseconds(databasePid) - databaseBefore) / waiting
    const memory = `${figure(residentMiB(dispatcher.pid))} MiB`
    const cost = `node ${figure(node)} µs, database ${figure(database)} µs a message, ${memory}`
    return { name: 'dispatch alone', acceptedPerSecond: 0, settledPerSecond: waiting / seconds, cost }
  } finally {
    await dispatcher.stop()
  }
}

/** Both at once: accepted messages must be settled at the same rate, so that no backlog builds up. */
const together = async (server: ServerProcess, run: BenchRun, knex: Knex, label: string): Promise<Leg> => {
  const dispatcher = await startServer({ ...server.variant, role: 'dispatcher', tenants: 0 })
  try {
    const next = freshSends(server.tenants, `both-${label}`)
    const before = await booksOf(knex)
    const begunAt = performance.now()
    const measureMs = run.measureMs * 3
    const plan = { port: server.port, connections: CONNECTIONS, warmUpMs: 0, measureMs, next }
    await load(plan)
    const seconds = (performance.now() - begunAt) / 1000
    const after = await booksOf(knex)
    await drained(knex)
    const settledSeconds = (performance.now() - begunAt) / 1000
    const accepted = after.accepted - before.accepted
    return {
      name: 'both together',
      acceptedPerSecond: accepted / seconds,
      settledPerSecond: accepted / settledSeconds,
      cost: `${figure(after.listed)} listed at the end of ${figure(seconds, 1)} s, drained ${figure(settledSeconds - seconds, 1)} s later`,
    }
  } finally {
    await dispatcher.stop()
  }
}

const benchEngine = async (run: BenchRun, engine: 'MariaDB' | 'SQLite'): Promise<void> => {
  const choice = { name: engine, acceptance: 'real' as const, engine, tenants: 1 }
  const { drop, ...variant } = await variantOf(run, choice)
  const server = await startServer(variant)
  const knex = knexLibrary({ client: 'mysql2', connection: variant.storageUrl })
  const databasePid = await mariadbPid(run.mysqlUrl)
  try {
    const legs: Leg[] = []
    const tell = async (playing: Promise<Leg>): Promise<void> => {
      const leg = await playing
      legs.push(leg)
      say(`${leg.name}: ${ratesOf(leg).join(' accepted, ')} settled a second; ${leg.cost}`)
    }
    for (let round = 0; round < run.rounds; round += 1) {
      say(`${engine} and RabbitMQ, round ${round + 1} of ${run.rounds}`)
      await tell(acceptAlone(server, run, String(round)))
      say(`${figure(run.messages)} messages are accepted, to be dispatched`)
      await fill(server, run.messages, knex, String(round))
      await tell(dispatchAlone(variant, knex, databasePid))
      await tell(together(server, run, knex, String(round)))
    }
    printTable(
      `${engine} and RabbitMQ, ${CONNECTIONS} connections, ${run.rounds} rounds`,
      ['', 'accepted/s', 'settled/s', 'what it cost'],
      legs.map((leg) => [leg.name, ...ratesOf(leg), leg.cost]),
    )
  } finally {
    await knex.destroy()
    await server.stop()
    await drop()
  }
}

/** Dispatch with settlement, alone and during acceptance, through RabbitMQ. */
export const benchDispatch = async (run: BenchRun): Promise<void> => {
  await benchEngine(run, 'MariaDB')
}
