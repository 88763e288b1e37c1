import { mariadbPid, postgresPid } from './machine/database-pid.js'
import { runPostgresUrl } from '@postrider/test/servers/postgres-database'
import { type BenchRun, type Choice, variantOf } from './bench-run.js'
import { type Measurement, middle } from './measure.js'
import { MACHINE_HEAD, machineCells, measureLeg } from './measured-leg.js'
import { freshSends, mixedSends } from './requests.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'

const CHOICES: readonly Choice[] = [
  { name: '(a) the host without storage', acceptance: 'without storage', engine: 'SQLite', tenants: 1 },
  { name: 'MariaDB, 1 Organization', acceptance: 'real', engine: 'MariaDB', tenants: 1 },
  { name: 'MariaDB, 100 Organizations', acceptance: 'real', engine: 'MariaDB', tenants: 100 },
  { name: 'PostgreSQL, 1 Organization', acceptance: 'real', engine: 'PostgreSQL', tenants: 1 },
  { name: 'SQLite, 1 Organization', acceptance: 'real', engine: 'SQLite', tenants: 1 },
  { name: 'SQLite, 100 Organizations', acceptance: 'real', engine: 'SQLite', tenants: 100 },
  {
    name: '(b) knex, a transaction a request',
    acceptance: 'knex per request',
    engine: 'MariaDB',
    tenants: 1,
  },
]

const MIXED = 'MariaDB, 20 % replays, 5 % without money'
const CONNECTIONS = [64, 256]

type Results = Map<string, Measurement[]>

const keyOf = (name: string, connections: number): string => `${name}, ${connections} connections`

const remember = (results: Results, key: string, measurement: Measurement): void => {
  results.set(key, [...(results.get(key) ?? []), measurement])
}

/** Measures every server in turn in each round, so that changes of the machine affect all of them. */
const measureRounds = async (run: BenchRun, servers: readonly ServerProcess[]): Promise<Results> => {
  const results: Results = new Map()
  const pids: Readonly<Record<string, number | undefined>> = {
    mysql: await mariadbPid(run.mysqlUrl),
    postgres: await postgresPid(runPostgresUrl()),
  }
  for (let round = 0; round < run.rounds; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const server of servers) {
        const { name, storageUrl } = server.variant
        const databasePid = pids[storageUrl.slice(0, storageUrl.indexOf(':'))]
        const common = { server, connections, databasePid }
        const told = `acceptance, round ${round + 1} of ${run.rounds}: ${keyOf(name, connections)}`
        const label = `${round}-${connections}`
        const next = freshSends(server.tenants, label)
        remember(results, keyOf(name, connections), await measureLeg(run, told, { ...common, next }))
        if (name !== 'MariaDB, 1 Organization' || server.penniless === undefined) continue
        const mixed = mixedSends(server.tenants, server.penniless, `${label}-mixed`)
        const leg = await measureLeg(run, `${told}, mixed`, { ...common, next: mixed })
        remember(results, keyOf(MIXED, connections), leg)
      }
    }
  }
  return results
}

const rowOf = (
  name: string,
  measured: Measurement,
  baseline: Measurement,
  naive: Measurement,
): readonly string[] => {
  const cpu = measured.nodeMicroseconds + measured.databaseMicroseconds
  const baselineCpu = baseline.nodeMicroseconds + baseline.databaseMicroseconds
  return [
    name,
    figure(measured.ratePerSecond),
    figure(measured.p50Ms, 1),
    figure(measured.p99Ms, 1),
    figure(measured.nodeMicroseconds),
    figure(measured.databaseMicroseconds),
    figure(measured.ratePerSecond / baseline.ratePerSecond, 2),
    figure(measured.ratePerSecond / naive.ratePerSecond, 1),
    figure(cpu / baselineCpu, 2),
    figure(measured.residentMiB),
    Object.entries(measured.statuses)
      .map(([status, count]) => `${status}: ${figure(count)}`)
      .join(', '),
    ...machineCells(measured),
  ]
}

const HEAD = [
  '',
  'req/s',
  'p50 ms',
  'p99 ms',
  'node µs',
  'db µs',
  'of (a)',
  'x (b)',
  'cpu x (a)',
  'MiB',
  'answers',
  ...MACHINE_HEAD,
]

const report = (results: Results, run: BenchRun): void => {
  for (const connections of CONNECTIONS) {
    const of = (name: string): Measurement => middle(results.get(keyOf(name, connections)) ?? [])
    const baseline = of(CHOICES[0]?.name ?? '')
    const naive = of(CHOICES[CHOICES.length - 1]?.name ?? '')
    const names = [...CHOICES.map(({ name }) => name), MIXED]
    const rows = names.map((name) => rowOf(name, of(name), baseline, naive))
    const title = `Acceptance, ${connections} connections: medians of ${run.rounds} rounds of ${run.measureMs / 1000} s, load from ${run.source.name}`
    printTable(title, HEAD, rows)
    const rate = (name: string): number => of(name).ratePerSecond
    const one = rate('MariaDB, 1 Organization')
    console.log(`\none Organization / 100: ${figure(one / rate('MariaDB, 100 Organizations'), 2)}`)
    console.log(`mixed / clean: ${figure(rate(MIXED) / one, 2)}`)
  }
}

/** Compares acceptance on both engines with its two baselines, in one run. */
export const benchAcceptance = async (run: BenchRun): Promise<void> => {
  const servers: ServerProcess[] = []
  const drops: Array<() => Promise<void>> = []
  try {
    for (const choice of CHOICES) {
      say(`a server starts: ${choice.name}`)
      const { drop, ...variant } = await variantOf(run, choice)
      drops.push(drop)
      servers.push(await startServer(variant))
    }
    report(await measureRounds(run, servers), run)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    for (const drop of drops) await drop()
  }
}
