import { setTimeout as pause } from 'node:timers/promises'
import knexLibrary, { type Knex } from 'knex'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { type BenchRun, variantOf } from './bench-run.js'
import { measure, type Measurement } from './measure.js'
import { median } from './quantile.js'
import { freshSends } from './requests.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'
import type { Variant } from './variant.js'

const CONNECTIONS = 64
const WARM_UP_MS = 2_000

/** More keys than all legs delete. */
const EXPIRED = 500_000

/** Older than the default retention, and younger than that of a dispatcher that keeps all. */
const AGE_MS = 4_000 * DAY_MS
const ALL_KEPT_DAYS = 36_500

/** The time in which the database flushes its writes. */
const SETTLE_MS = 10_000

/** The time in which a dispatcher has started and done everything once. */
const STARTED_MS = 5_000

const addExpired = (knex: Knex): Promise<unknown> =>
  knex.raw(
    `INSERT INTO idempotency (idempotency_key, material, message_id, created_at)
     SELECT UNHEX(MD5(CONCAT('expired-', seq))), UNHEX(SHA2(seq, 256)), UNHEX(MD5(seq)), ? + seq
     FROM seq_1_to_${EXPIRED}`,
    [Date.now() - AGE_MS],
  )

const expired = (knex: Knex): Knex.QueryBuilder =>
  knex('idempotency').where('created_at', '<', Date.now() - AGE_MS + DAY_MS)

const countExpired = async (knex: Knex): Promise<number> => {
  const row = (await expired(knex).count({ n: '*' }).first()) as { readonly n: number } | undefined
  return row?.n ?? 0
}

/** Measures sends next to a dispatcher that purges, or keeps all keys. */
const legOf = async (
  variant: Variant,
  server: ServerProcess,
  run: BenchRun,
  label: string,
  hasBegun: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Measurement> => {
  // Otherwise this leg would send messages of the previous one.
  await server.emptyOutbox()
  const dispatcher = await startServer({ ...variant, role: 'dispatcher', tenants: 0 })
  try {
    // The start of a dispatcher takes processor time, in both legs of a pair.
    await pause(STARTED_MS)
    while (!(await hasBegun())) await pause(100)
    return await measure({
      server,
      databasePid: undefined,
      connections: CONNECTIONS,
      warmUpMs: WARM_UP_MS,
      measureMs: run.measureMs,
      source: run.source,
      next: freshSends(server.tenants, label),
    })
  } finally {
    await dispatcher.stop()
  }
}

/**
 * The rate of sends during a purge of expired idempotency keys, in pairs of legs with and without the purge.
 */
export const benchPurge = async (run: BenchRun): Promise<void> => {
  const choice = { name: 'purge', acceptance: 'real' as const, engine: 'MariaDB' as const, tenants: 1 }
  const { drop, ...variant } = await variantOf(run, choice)
  const knex = knexLibrary({ client: 'mysql2', connection: variant.storageUrl })
  const server = await startServer(variant)
  const rows: Array<readonly [alone: number, beside: number, purged: number]> = []
  try {
    await legOf({ ...variant, keyDays: ALL_KEPT_DAYS }, server, run, 'warm-up')
    await addExpired(knex)
    await pause(SETTLE_MS)
    for (let round = 0; round < run.rounds; round += 1) {
      const runAlone = () => legOf({ ...variant, keyDays: ALL_KEPT_DAYS }, server, run, `alone-${round}`)
      const first = round % 2 === 0 ? await runAlone() : undefined
      const before = await countExpired(knex)
      const hasBegun = async (): Promise<boolean> => (await countExpired(knex)) < before
      const beside = await legOf(variant, server, run, `beside-${round}`, hasBegun)
      const purged = before - (await countExpired(knex))
      const alone = first ?? (await runAlone())
      rows.push([alone.ratePerSecond, beside.ratePerSecond, purged])
      say(
        `round ${round + 1} of ${run.rounds}: ${figure(alone.ratePerSecond)} a second alone, ` +
          `${figure(beside.ratePerSecond)} next to the purge of ${figure(purged)} keys`,
      )
    }
    printTable(
      'Sends next to a purge of expired keys, MariaDB and RabbitMQ',
      ['', 'alone, a second', 'next to it', 'ratio', 'ratios of the rounds', 'keys purged'],
      [
        [
          'sends',
          figure(median(rows.map(([alone]) => alone))),
          figure(median(rows.map(([, beside]) => beside))),
          figure(median(rows.map(([alone, beside]) => beside / alone)), 2),
          rows.map(([alone, beside]) => figure(beside / alone, 2)).join(', '),
          figure(median(rows.map(([, , purged]) => purged))),
        ],
      ],
    )
  } finally {
    await server.stop()
    await knex.destroy()
    await drop()
  }
}
