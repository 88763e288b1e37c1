import { join } from 'node:path'
import { buildRevision } from '../../revisions/build-revision.js'
import { removeQueues } from '../../adapters/queue-rabbitmq/broker.js'
import { type BenchRun, variantOf } from '../bench-run.js'
import { mariadbPid } from '../database-pid.js'
import { type ServerProcess, startServer } from '../server-process.js'
import type { Variant } from '../variant.js'
import type { Side } from './leg.js'

/** The two trees, and where their servers' costs can be read. */
export interface Contest {
  readonly run: BenchRun
  readonly commit: string
  readonly databasePid: number
  /** The compiled server of each tree; this one's own where nothing is said. */
  readonly entries: Readonly<Record<Side, string | undefined>>
}

/** Builds the other commit, and finds the process of the database, without which there is nothing to measure. */
export const openContest = async (
  run: BenchRun,
  revision: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Contest> => {
  const databasePid = await mariadbPid(run.mysqlUrl)
  if (databasePid === undefined)
    throw new Error('the database runs elsewhere: its processor time cannot be told')
  const folder = join(run.directory, 'there')
  const built = await buildRevision({ revision, folder, projects: ['test'], signal, say })
  const there = join(folder, 'test', 'dist', 'bench', 'server.js')
  return { run, commit: built.commit, databasePid, entries: { here: undefined, there } }
}

/** A side's HTTP server on a database of its own. */
export interface Actor {
  readonly server: ServerProcess
  /** Another process of the same tree on the same database and queues. */
  startDispatcher(): Promise<ServerProcess>
}

const enter = async (contest: Contest, side: Side, onExit: Array<() => Promise<void>>): Promise<Actor> => {
  const { run, entries } = contest
  const choice = { name: side, acceptance: 'real' as const, engine: 'MariaDB' as const, tenants: 1 }
  const { drop, ...variant } = await variantOf(run, choice)
  onExit.push(drop)
  onExit.push(() => removeQueues(run.amqpUrl, variant.queuePrefix))
  const start = (wanted: Variant): Promise<ServerProcess> => startServer(wanted, entries[side])
  const server = await start(variant)
  onExit.push(() => server.stop())
  return { server, startDispatcher: () => start({ ...variant, role: 'dispatcher', tenants: 0 }) }
}

/** Gives `act` a server of each tree, and puts everything away afterwards, whatever happened. */
export const onStage = async <A>(
  contest: Contest,
  act: (actors: Readonly<Record<Side, Actor>>) => Promise<A>,
): Promise<A> => {
  const onExit: Array<() => Promise<void>> = []
  try {
    const here = await enter(contest, 'here', onExit)
    const there = await enter(contest, 'there', onExit)
    return await act({ here, there })
  } finally {
    for (const leave of onExit.reverse()) await leave().catch(console.error)
  }
}
