import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { removeQueues } from '@postrider/test/adapters/queue-rabbitmq/broker'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type BareProcess, startBare } from '../bare/bare-process.js'
import { type BenchRun, type Choice, variantOf } from '../bench-run.js'
import { mariadbPid } from '../machine/database-pid.js'
import { say } from '../say.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { startWorkers, type WorkersProcess } from '../workers-process.js'

/** The servers of a run, each on its own database, all kept warm. */
export interface TargetStage {
  readonly run: BenchRun
  readonly databasePid: number | undefined
  readonly server: Readonly<Record<keyof typeof SERVERS, ServerProcess>>
  /** The delivered program, for one organization and for a hundred: one process, and two workers. */
  readonly workers: Readonly<Record<keyof typeof WORKED, Readonly<Record<'one' | 'two', WorkersProcess>>>>
  readonly bare: Readonly<Record<'echo' | 'free' | 'mariadb' | 'sqlite', BareProcess>>
  /** Starts another server, which ends with the stage. */
  open(choice: Choice): Promise<ServerProcess>
}

const SERVERS = {
  mariadb: { name: 'MariaDB', acceptance: 'real', engine: 'MariaDB', tenants: 1 },
  hundred: { name: 'MariaDB, 100 Organizations', acceptance: 'real', engine: 'MariaDB', tenants: 100 },
  sqlite: { name: 'SQLite', acceptance: 'real', engine: 'SQLite', tenants: 1 },
  free: { name: 'without storage', acceptance: 'without storage', engine: 'SQLite', tenants: 1 },
  knex: {
    name: 'knex, a transaction a request',
    acceptance: 'knex per request',
    engine: 'MariaDB',
    tenants: 1,
  },
  dispatching: { name: 'MariaDB, dispatching', acceptance: 'real', engine: 'MariaDB', tenants: 1 },
} as const satisfies Record<string, Choice>

/** The databases on which the delivered program runs. */
const WORKED = { mariadb: '', hundred: ' for a hundred Organizations' } as const

type Ends = Array<() => Promise<void>>

const opener =
  (run: BenchRun, ends: Ends): TargetStage['open'] =>
  async (choice) => {
    say(`a server starts: ${choice.name}`)
    const { drop, ...variant } = await variantOf(run, choice)
    ends.push(drop)
    if (choice.engine === 'MariaDB') ends.push(() => removeQueues(run.amqpUrl, variant.queuePrefix))
    const server = await startServer(variant)
    ends.push(() => server.stop())
    return server
  }

const openBares = async (run: BenchRun, ends: Ends): Promise<TargetStage['bare']> => {
  say('the bare servers start')
  const database = await createDatabase(run.mysqlUrl)
  ends.push(() => database.drop())
  const start: typeof startBare = async (variant) => {
    const bare = await startBare(variant)
    ends.push(() => bare.stop())
    return bare
  }
  const file = join(run.directory, randomUUID(), 'bare.db')
  return {
    echo: await start({ form: 'echo' }),
    free: await start({ form: 'without storage' }),
    mariadb: await start({ form: 'stored', storageUrl: database.url }),
    sqlite: await start({ form: 'stored', storageUrl: `sqlite:${file}` }),
  }
}

/** Calls `act` with all servers, and always removes them afterwards. */
export const onTargetStage = async <A>(
  run: BenchRun,
  act: (stage: TargetStage) => Promise<A>,
): Promise<A> => {
  const ends: Ends = []
  const open = opener(run, ends)
  try {
    const server = {
      mariadb: await open(SERVERS.mariadb),
      hundred: await open(SERVERS.hundred),
      sqlite: await open(SERVERS.sqlite),
      free: await open(SERVERS.free),
      knex: await open(SERVERS.knex),
      dispatching: await open(SERVERS.dispatching),
    }
    const startSome = async (of: keyof typeof WORKED, count: number): Promise<WorkersProcess> => {
      say(`postrider http --workers ${count} starts${WORKED[of]}`)
      const started = await startWorkers(server[of].variant, count)
      ends.push(() => started.stop())
      return started
    }
    const startBoth = async (of: keyof typeof WORKED) => ({
      one: await startSome(of, 1),
      two: await startSome(of, 2),
    })
    const workers = { mariadb: await startBoth('mariadb'), hundred: await startBoth('hundred') }
    const bare = await openBares(run, ends)
    return await act({ run, databasePid: await mariadbPid(run.mysqlUrl), server, workers, bare, open })
  } finally {
    for (const end of ends.reverse()) await end().catch(console.error)
  }
}
