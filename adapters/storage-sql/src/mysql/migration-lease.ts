import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { mysqlDialect } from './dialect.js'

/**
 * How long a migrating process counts as alive after its last sign; if it dies, the others wait this long.
 */
const LEASE_MS = 15_000
const RENEW_EVERY_MS = 3_000
const ASK_EVERY_MS = 200
/** Longer than any migration takes on the largest tables. */
const GIVE_UP_AFTER_MS = 30 * 60_000

const NOW = mysqlDialect.words['database time']

/** Deadlock, or refused by the cluster or group: another node's statement on the row came first. */
const CAME_SECOND = new Set([1213, 1205, 3101])

const TABLE = mysqlDialect.createTable({
  name: 'migration_lease',
  columns: `one ${mysqlDialect.types.small} NOT NULL PRIMARY KEY, holder ${mysqlDialect.types.word},
    expires_at ${mysqlDialect.types.integer} NOT NULL`,
})

interface Changed {
  readonly affectedRows: number
}

/** Runs a statement on the one row; false if it changed nothing or another node's came first. */
const change = async (knex: Knex, sql: string, params: readonly string[]): Promise<boolean> => {
  try {
    const [{ affectedRows }] = (await knex.raw(sql, [...params])) as [Changed]
    return affectedRows > 0
  } catch (error) {
    if (CAME_SECOND.has(Number((error as { readonly errno?: unknown }).errno))) return false
    throw error
  }
}

const take = (knex: Knex, holder: string): Promise<boolean> =>
  change(
    knex,
    `UPDATE migration_lease SET holder = ?, expires_at = ${NOW} + ${LEASE_MS} WHERE one = 1 AND expires_at < ${NOW}`,
    [holder],
  )

const renew = (knex: Knex, holder: string): Promise<boolean> =>
  change(knex, `UPDATE migration_lease SET expires_at = ${NOW} + ${LEASE_MS} WHERE one = 1 AND holder = ?`, [
    holder,
  ])

const giveBack = (knex: Knex, holder: string): Promise<boolean> =>
  change(knex, 'UPDATE migration_lease SET expires_at = 0, holder = NULL WHERE one = 1 AND holder = ?', [
    holder,
  ])

const waitFor = async (knex: Knex, holder: string): Promise<void> => {
  const sinceMs = performance.now()
  while (!(await take(knex, holder))) {
    if (performance.now() - sinceMs > GIVE_UP_AFTER_MS)
      throw new Error('another process has been migrating for too long')
    await sleep(ASK_EVERY_MS)
  }
}

/**
 * Runs the work while no other process runs its own, on any node of a cluster. The lease is a row, since a
 * row replicates and `GET_LOCK` only holds on its own node. It expires after 15 s without a sign of its
 * holder. A holder that was paused for longer does no harm: every statement of a migration can be run again.
 */
export const withMigrationLease = async <A>(knex: Knex, work: (knex: Knex) => Promise<A>): Promise<A> => {
  const holder = randomUUID().replaceAll('-', '').slice(0, 24)
  for (const each of TABLE) await knex.raw(each)
  await change(knex, 'INSERT INTO migration_lease VALUES (1, NULL, 0) ON DUPLICATE KEY UPDATE one = one', [])
  await waitFor(knex, holder)
  const renewing = setInterval(() => void renew(knex, holder).catch(() => undefined), RENEW_EVERY_MS)
  try {
    return await work(knex)
  } finally {
    clearInterval(renewing)
    await giveBack(knex, holder)
  }
}
