import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import knexLibrary, { type Knex } from 'knex'
import { countRows, drained, untilNone } from './backlog.js'
import { type BenchRun, variantOf } from './bench-run.js'
import { fillList } from './dispatch-leg.js'
import { mariadbPid } from './machine/database-pid.js'
import { cpuMicroseconds } from './machine/process-cost.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'
import type { Variant } from './variant.js'
import { openWaitingList } from './waiting-list.js'

/** The number of messages that wait for the dead account, unless a smaller one is set. */
const WAITING = 53_000

/** The time in which caches, statistics and the first circuit breakers settle. */
const SETTLE_MS = 5_000

/** Long enough for a call that probes the account. */
const SHORTEST_MS = 20_000

/** The cost of dispatcher and database, in hundredths of a core. */
interface OutageCost {
  readonly what: string
  readonly dispatcher: number
  readonly database: number
}

const costOf = async (
  what: string,
  dispatcher: ServerProcess,
  databasePid: number,
  measureMs: number,
): Promise<OutageCost> => {
  await pause(SETTLE_MS)
  const before = [dispatcher.pid, databasePid].map(cpuMicroseconds)
  const begunAt = performance.now()
  await pause(measureMs)
  const microseconds = (performance.now() - begunAt) * 1_000
  const [node = 0, database = 0] = [dispatcher.pid, databasePid].map(
    (pid, at) => ((cpuMicroseconds(pid) - (before[at] ?? 0)) * 100) / microseconds,
  )
  say(`${what}: dispatcher ${figure(node, 1)} %, database ${figure(database, 1)} % of a core`)
  return { what, dispatcher: node, database }
}

/** The messages that a relay may still claim. */
const unparked = async (knex: Knex): Promise<number> => {
  const row = await knex('outbox').where('lane', '<', '~').count<Array<{ n: number }>>({ n: '*' })
  return row[0]?.n ?? 0
}

const outageOf = async (run: BenchRun, variant: Variant, knex: Knex, databasePid: number) => {
  const marker = join(run.directory, 'account-is-dead')
  const measureMs = Math.max(SHORTEST_MS, run.measureMs)
  const server = await startServer(variant)
  const list = await openWaitingList(variant.storageUrl)
  const startDispatcher = () =>
    startServer({ ...variant, role: 'dispatcher', tenants: 0, deadWhileExists: marker })
  try {
    const idle = await startDispatcher()
    const costs = [await costOf('nothing waits', idle, databasePid, measureMs)]
    await idle.stop()
    await writeFile(marker, '')
    const wanted = Math.min(WAITING, Math.max(run.messages, 1_000))
    await fillList(server, list, wanted, 'outage')
    const dispatcher = await startDispatcher()
    try {
      const waiting = await countRows(knex, 'outbox')
      const parkedAt = performance.now()
      // A few are tried again now and then.
      await untilNone(async () => Math.max(0, (await unparked(knex)) - 20))
      const parkedSeconds = (performance.now() - parkedAt) / 1_000
      say(`${figure(waiting)} messages were parked after ${figure(parkedSeconds, 1)} s`)
      costs.push(
        await costOf(`${figure(waiting)} wait for a dead account`, dispatcher, databasePid, measureMs),
      )
      await rm(marker)
      const begunAt = performance.now()
      await drained(knex)
      return { costs, waiting, drainedSeconds: (performance.now() - begunAt) / 1_000 }
    } finally {
      await dispatcher.stop()
    }
  } finally {
    await rm(marker, { force: true })
    await list.close()
    await server.stop()
  }
}

/**
 * The cost of an outage of the only account while many messages wait for it, compared with an idle
 * dispatcher, and the rate afterwards.
 */
export const benchOutage = async (run: BenchRun): Promise<void> => {
  const choice = { name: 'outage', acceptance: 'real' as const, engine: 'MariaDB' as const, tenants: 1 }
  const { drop, ...variant } = await variantOf(run, choice)
  const knex = knexLibrary({ client: 'mysql2', connection: variant.storageUrl })
  try {
    const databasePid = await mariadbPid(run.mysqlUrl)
    if (databasePid === undefined) throw new Error('the database is not on this machine')
    const { costs, waiting, drainedSeconds } = await outageOf(run, variant, knex, databasePid)
    printTable(
      'An outage of the only account, MariaDB and RabbitMQ',
      ['', 'dispatcher % of a core', 'database % of a core'],
      costs.map(({ what, dispatcher, database }) => [what, figure(dispatcher, 1), figure(database, 1)]),
    )
    say(
      `${figure(waiting / drainedSeconds)} a second were sent once it was back, with the wait for the next try`,
    )
  } finally {
    await knex.destroy()
    await drop()
  }
}
