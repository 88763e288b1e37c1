import { join } from 'node:path'
import { buildRevision, hasFile } from '@postrider/test/revisions/build-revision'
import { removeQueues } from '@postrider/test/adapters/queue-rabbitmq/broker'
import { type BenchRun, type Choice, variantOf } from '../bench-run.js'
import { mariadbPid } from '../machine/database-pid.js'
import { type ServerProcess, startServer } from '../server-process.js'
import type { Variant } from '../variant.js'
import type { Side } from './leg.js'

/** The engine of both trees. */
export type Engine = Choice['engine']

/** The two trees. */
export interface Trees {
  readonly commit: string
  /** The compiled server of each tree; undefined is this tree's own. */
  readonly entries: Readonly<Record<Side, string | undefined>>
}

/** The two trees on an engine, and the process whose cost is measured. */
export interface Contest extends Trees {
  readonly run: BenchRun
  readonly engine: Engine
  /** Undefined if the database is part of each process. */
  readonly databasePid: number | undefined
}

/** The process id of an engine; without it nothing can be measured. */
export const databasePidOf = async (run: BenchRun, engine: Engine): Promise<number | undefined> => {
  if (engine === 'SQLite') return undefined
  const pid = await mariadbPid(run.mysqlUrl)
  if (pid === undefined) throw new Error('the database runs elsewhere: its processor time cannot be told')
  return pid
}

/**
 * The project and file of the measured server in a commit. Before `bench` was a package, benchmarks were in
 * `test`.
 */
const benchmarksOf = async (
  revision: string,
): Promise<{ readonly project: string; readonly entry: string }> =>
  (await hasFile(revision, 'bench/package.json'))
    ? { project: 'bench', entry: 'benchmarks/server.js' }
    : { project: 'test', entry: 'bench/server.js' }

/** Builds the other commit. */
export const buildTrees = async (
  run: BenchRun,
  revision: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Trees> => {
  const folder = join(run.directory, 'there')
  const { project, entry } = await benchmarksOf(revision)
  const { commit } = await buildRevision({ revision, folder, projects: [project], signal, say })
  return { commit, entries: { here: undefined, there: join(folder, project, 'dist', entry) } }
}

/** A side's HTTP server on its own database. */
export interface Actor {
  readonly server: ServerProcess
  /** Another process of the same tree on the same database and queues. */
  startDispatcher(): Promise<ServerProcess>
}

const enter = async (
  contest: Contest,
  side: Side,
  tenants: number,
  onExit: Array<() => Promise<void>>,
): Promise<Actor> => {
  const { run, engine, entries } = contest
  const choice: Choice = { name: side, acceptance: 'real', engine, tenants, people: 1 }
  const { drop, ...variant } = await variantOf(run, choice)
  onExit.push(drop)
  if (engine === 'MariaDB') onExit.push(() => removeQueues(run.amqpUrl, variant.queuePrefix))
  const start = (wanted: Variant): Promise<ServerProcess> => startServer(wanted, entries[side])
  const server = await start(variant)
  onExit.push(() => server.stop())
  return { server, startDispatcher: () => start({ ...variant, role: 'dispatcher', tenants: 0, people: 0 }) }
}

/**
 * Calls `act` with a server of each tree and this number of organizations, and always removes everything
 * afterwards.
 */
export const onStage = async <A>(
  contest: Contest,
  act: (actors: Readonly<Record<Side, Actor>>) => Promise<A>,
  tenants = 1,
): Promise<A> => {
  const onExit: Array<() => Promise<void>> = []
  try {
    const here = await enter(contest, 'here', tenants, onExit)
    const there = await enter(contest, 'there', tenants, onExit)
    return await act({ here, there })
  } finally {
    for (const leave of onExit.reverse()) await leave().catch(console.error)
  }
}
