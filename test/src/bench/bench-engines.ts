import { runPostgresUrl } from '../servers/postgres-database.js'
import { callLeg } from './against/call-leg.js'
import { type Pair, rateOf, ratioOf, type Side } from './against/leg.js'
import { medianInterval } from './against/median-interval.js'
import { printPairs } from './against/report.js'
import { type PairsPlan, runPairs } from './against/run-pairs.js'
import { type BenchRun, variantOf } from './bench-run.js'
import { mariadbPid, postgresPid } from './machine/database-pid.js'
import { freshSends } from './requests.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure } from './table.js'

/** How many messages a second PostgreSQL has to take for each one that MariaDB takes. */
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

/** The whole interval has to be on one side of the bound. */
const verdictOn = (pairs: readonly Pair[]): string => {
  const { low, high } = medianInterval(pairs.map(ratioOf(rateOf)))
  if (low >= AT_LEAST) return 'holds'
  return high < AT_LEAST ? 'BROKEN' : 'undecided'
}

/** Acceptance on PostgreSQL beside acceptance on MariaDB, A B B A in one run, both warm all the while. */
export const benchEngines = async (
  run: BenchRun,
  { pairs, legMs }: { readonly pairs: number; readonly legMs: number },
): Promise<void> => {
  const started: Array<{ readonly server: ServerProcess; readonly drop: () => Promise<void> }> = []
  const start = async (engine: 'MariaDB' | 'PostgreSQL'): Promise<ServerProcess> => {
    say(`a server starts: ${engine}`)
    const choice = { name: engine, acceptance: 'real', engine, tenants: 1 } as const
    const { drop, ...variant } = await variantOf(run, choice)
    const server = await startServer(variant)
    started.push({ server, drop })
    return server
  }
  try {
    const servers: Servers = {
      here: { server: await start('PostgreSQL'), databasePid: await postgresPid(runPostgresUrl()) },
      there: { server: await start('MariaDB'), databasePid: await mariadbPid(run.mysqlUrl) },
    }
    for (const connections of CONNECTIONS) {
      const name = `acceptance on PostgreSQL beside MariaDB, ${connections} connections`
      const { signal } = run
      const plan = { pairs, mostPairs: pairs, legMs, signal, say: (line: string) => say(`${name}, ${line}`) }
      const measured = await measurePairs(servers, connections, plan)
      printPairs(name, measured, { names: ['PostgreSQL', 'MariaDB'], unit: 'message' })
      const bound = `at least ${figure(AT_LEAST, 2)} of its messages a second`
      console.log(`\nPostgreSQL / MariaDB, ${connections} connections: ${bound}: ${verdictOn(measured)}`)
      signal.throwIfAborted()
    }
  } finally {
    await Promise.all(started.map(({ server }) => server.stop()))
    for (const { drop } of started) await drop()
  }
}
