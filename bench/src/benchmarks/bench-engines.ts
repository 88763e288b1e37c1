import { runPostgresUrl } from '@postrider/test/servers/postgres-database'
import { callLeg } from './against/call-leg.js'
import { type Pair, rateOf, ratioOf, type Side } from './against/leg.js'
import { medianInterval } from './against/median-interval.js'
import { printPairs } from './against/report.js'
import { type PairsPlan, runPairs } from './against/run-pairs.js'
import { type BenchRun, type Choice, variantOf } from './bench-run.js'
import { mariadbPid, postgresPid } from './machine/database-pid.js'
import { freshSends } from './requests.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure } from './table.js'

/** The minimum rate of another engine relative to MariaDB. */
const AT_LEAST = 0.8

const CONNECTIONS = [64, 256]

type Servers = Readonly<
  Record<Side, { readonly server: ServerProcess; readonly databasePid: number | undefined }>
>

const measurePairs = (servers: Servers, connections: number, plan: PairsPlan): Promise<readonly Pair[]> =>
  runPairs(plan, (side, label) => {
    const next = freshSends(servers[side].server.tenants, `engines-${connections}-${label}`)
    return callLeg({ ...servers[side], connections, measureMs: plan.legMs, next }, '202')
  })

/** The whole interval must be on one side of the limit. */
const verdictOn = (pairs: readonly Pair[]): string => {
  const { low, high } = medianInterval(pairs.map(ratioOf(rateOf)))
  if (low >= AT_LEAST) return 'holds'
  return high < AT_LEAST ? 'BROKEN' : 'undecided'
}

/** An engine that is compared with MariaDB. */
export interface Rival {
  readonly name: 'PostgreSQL' | 'MySQL'
  /** Starts it, unless the run has one. Databases are created on it. */
  start(): Promise<{
    /** The server's address without a database; omitted if the run's own server is used. */
    readonly url?: string
    readonly pid: number | undefined
    stop(): Promise<void>
  }>
}

/** The run's own PostgreSQL. */
export const postgresRival: Rival = {
  name: 'PostgreSQL',
  start: async () => ({ pid: await postgresPid(runPostgresUrl()), stop: async () => undefined }),
}

/** An unpacked MySQL with the same memory as the run's MariaDB, and also without a binary log. */
export const mysqlRival: Rival = {
  name: 'MySQL',
  start: async () => {
    // Starters end this process at a signal. Only this run needs one, and others must end in order.
    const { startMysql } = await import('@postrider/test/servers/mysql')
    const server = await startMysql({ bufferPoolMiB: 1024, logFileMiB: 512, args: ['--disable-log-bin'] })
    return { url: server.url, pid: server.pid(), stop: server.stop }
  },
}

/**
 * Compares acceptance on another engine with acceptance on MariaDB, in the order A B B A in one run; both
 * stay warm.
 */
export const benchEngines = async (
  run: BenchRun,
  rival: Rival,
  { pairs, legMs }: { readonly pairs: number; readonly legMs: number },
): Promise<void> => {
  const closing: Array<() => Promise<void>> = []
  const serve = async (engine: Choice['engine'], mysqlUrl: string): Promise<ServerProcess> => {
    say(`a server starts: ${engine}`)
    const choice = { name: engine, acceptance: 'real', engine, tenants: 1 } as const
    const { drop, ...variant } = await variantOf({ ...run, mysqlUrl }, choice)
    closing.push(drop)
    const server = await startServer(variant)
    closing.push(() => server.stop())
    return server
  }
  try {
    const database = await rival.start()
    closing.push(database.stop)
    const engine = rival.name === 'MySQL' ? 'MariaDB' : rival.name
    const servers: Servers = {
      here: { server: await serve(engine, database.url ?? run.mysqlUrl), databasePid: database.pid },
      there: { server: await serve('MariaDB', run.mysqlUrl), databasePid: await mariadbPid(run.mysqlUrl) },
    }
    for (const connections of CONNECTIONS) {
      const name = `acceptance on ${rival.name} beside MariaDB, ${connections} connections`
      const { signal } = run
      const plan = { pairs, mostPairs: pairs, legMs, signal, say: (line: string) => say(`${name}, ${line}`) }
      const measured = await measurePairs(servers, connections, plan)
      printPairs(name, measured, { names: [rival.name, 'MariaDB'], unit: 'message' })
      const bound = `at least ${figure(AT_LEAST, 2)} of its messages a second`
      console.log(`\n${rival.name} / MariaDB, ${connections} connections: ${bound}: ${verdictOn(measured)}`)
      signal.throwIfAborted()
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}
