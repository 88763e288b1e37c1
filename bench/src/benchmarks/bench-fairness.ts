import knexLibrary, { type Knex } from 'knex'
import { decodeId } from '@postrider/core/kernel/ids/id'
import { drained } from './backlog.js'
import { type BenchRun, variantOf } from './bench-run.js'
import { median, quantile } from './quantile.js'
import { type BenchTenant, sendBody } from './requests.js'
import { say } from './say.js'
import { startServer } from './server-process.js'
import { type SteadyResult, steadyLoad } from './load/steady-load.js'
import { figure, printTable } from './table.js'

const QUIET_PER_SECOND = 50
const LOUD_FACTOR = 10
const BATCH_SIZE = 50
const LEG_MS = 8000

/** The load of the loud tenant next to the quiet one. */
const BESIDE = ['nothing', 'single sends', 'batches of 50'] as const

type Beside = (typeof BESIDE)[number]

interface Latencies {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly messages: number
}

/**
 * The latencies of an organization's messages since a given time, from acceptance to the end of the first
 * provider call.
 */
const latenciesOf = async (knex: Knex, tenant: BenchTenant, sinceMs: number): Promise<Latencies> => {
  const organization = Buffer.from(decodeId('org', tenant.organizationId) ?? [])
  const rows = await knex('messages as m')
    .join('attempts as a', 'a.message_id', 'm.id')
    .where({ 'a.number': 1, 'm.organization_id': organization })
    .where('m.accepted_at', '>=', sinceMs)
    .select<Array<{ ms: number }>>(knex.raw('a.ended_at - m.accepted_at as ms'))
  const sorted = rows.map(({ ms }) => ms).sort((one, other) => one - other)
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99), messages: sorted.length }
}

const quietLoad = (port: number, tenant: BenchTenant, label: string): Promise<SteadyResult> =>
  steadyLoad({
    port,
    tenant,
    path: '/v1/messages',
    callsPerSecond: QUIET_PER_SECOND,
    forMs: LEG_MS,
    keyOf: (serial) => `quiet-${label}-${serial}`,
    bodyOf: (serial) => sendBody(tenant, serial),
  })

const loudLoad = async (
  port: number,
  tenant: BenchTenant,
  label: string,
  beside: Beside,
): Promise<SteadyResult | undefined> => {
  const perSecond = QUIET_PER_SECOND * LOUD_FACTOR
  const common = { port, tenant, forMs: LEG_MS, keyOf: (serial: number) => `loud-${label}-${serial}` }
  if (beside === 'nothing') return undefined
  if (beside === 'single sends')
    return steadyLoad({
      ...common,
      path: '/v1/messages',
      callsPerSecond: perSecond,
      bodyOf: (serial) => sendBody(tenant, serial),
    })
  const messagesOf = (serial: number) =>
    Array.from({ length: BATCH_SIZE }, (_, at) => sendBody(tenant, serial * BATCH_SIZE + at))
  return steadyLoad({
    ...common,
    path: '/v1/messages/batch',
    callsPerSecond: perSecond / BATCH_SIZE,
    bodyOf: (serial) => ({ messages: messagesOf(serial) }),
  })
}

const report = (seen: ReadonlyMap<Beside, readonly Latencies[]>, rounds: number): void => {
  const of = (beside: Beside, figureOf: (latencies: Latencies) => number): number =>
    median((seen.get(beside) ?? []).map(figureOf))
  const rows = BESIDE.map((beside) => [
    beside,
    figure(of(beside, ({ p50Ms }) => p50Ms)),
    figure(of(beside, ({ p99Ms }) => p99Ms)),
    figure(of(beside, ({ p99Ms }) => p99Ms) / of('nothing', ({ p99Ms }) => p99Ms), 2),
    (seen.get(beside) ?? []).map(({ p99Ms }) => figure(p99Ms)).join(', '),
  ])
  const title = `Fairness: ${QUIET_PER_SECOND} messages a second of one tenant, beside ${LOUD_FACTOR} times as many of another, ${rounds} rounds`
  printTable(title, ['beside it', 'p50 ms', 'p99 ms', 'x alone', 'p99 of each round'], rows)
}

/**
 * Measures how long a quiet tenant's messages wait for a provider, alone and next to a loud tenant, from
 * acceptance to the provider's response.
 */
export const benchFairness = async (run: BenchRun): Promise<void> => {
  const { drop, ...variant } = await variantOf(run, {
    name: 'fairness',
    acceptance: 'real',
    engine: 'MariaDB',
    tenants: 2,
  })
  const server = await startServer(variant)
  const dispatcher = await startServer({ ...variant, role: 'dispatcher', tenants: 0 })
  const knex = knexLibrary({ client: 'mysql2', connection: variant.storageUrl })
  const [quiet, loud] = server.tenants
  if (quiet === undefined || loud === undefined) throw new Error('two tenants are needed')
  const seen = new Map<Beside, Latencies[]>()
  try {
    for (let round = 0; round < run.rounds; round += 1)
      for (const beside of BESIDE) {
        say(`fairness, round ${round + 1} of ${run.rounds}: beside ${beside}`)
        const label = `${round}-${beside.slice(0, 3)}`
        const sinceMs = Date.now()
        await Promise.all([quietLoad(server.port, quiet, label), loudLoad(server.port, loud, label, beside)])
        await drained(knex)
        seen.set(beside, [...(seen.get(beside) ?? []), await latenciesOf(knex, quiet, sinceMs)])
      }
    report(seen, run.rounds)
  } finally {
    await knex.destroy()
    await dispatcher.stop()
    await server.stop()
    await drop()
  }
}
