import knexPackage, { type Knex } from 'knex'
import { inMemory } from '@postrider/core/storage'
import {
  type DatabaseSession,
  type Driver,
  type Engine,
  meetingDatabase,
  readInteger,
  type Rows,
  type Statement,
  silentLog,
  statement,
  transactionsOn,
  unwatched,
} from '@postrider/storage-sql/own-engine'
import { classify, isMissingTable } from './classify.ts'
import { dialect } from './dialect.ts'
import { type Answer, type Connection, openPool, type Pool } from './pool.ts'
import { render } from './render.ts'

/** Says statements, between others whose answers nobody wants; one without a text has no rows. */
const sayAll = async (
  connection: Connection,
  before: readonly string[],
  statements: readonly Statement[],
  after: readonly string[] = [],
): Promise<readonly Rows[]> => {
  const texts = statements.map(render)
  const script = [...before, ...texts.filter((text) => text !== ''), ...after]
  const answers = script.length === 0 ? [] : await connection.say(...script)
  if (after.includes('COMMIT')) mustBeCommitted(answers)
  let at = before.length
  return texts.map((text) => (text === '' ? [] : [...(answers[at++] ?? [])]))
}

/** A transaction that failed answers COMMIT by taking everything back. */
const mustBeCommitted = (answers: readonly Answer[]): void => {
  if (answers.at(-1)?.command !== 'COMMIT') throw new Error('the transaction did not end by its COMMIT')
}

const sessionOn = (pool: Pool, connection: Connection): DatabaseSession => ({
  begin: (statements) => sayAll(connection, ['BEGIN'], statements),
  ask: (statements) => sayAll(connection, [], statements),
  commit: async (statements) => void (await sayAll(connection, [], statements, ['COMMIT'])),
  whole: async (statements, afterwards) => {
    await sayAll(connection, ['BEGIN'], statements, ['COMMIT'])
    return afterwards.length === 0 ? [] : sayAll(connection, [], afterwards)
  },
  rollback: async () => void (await connection.say('ROLLBACK')),
  release: (isBroken) => pool.giveBack(connection, isBroken),
})

const ONE_MOMENT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

const driverOn = (pool: Pool): Driver => ({
  acquire: async () => sessionOn(pool, await pool.acquire()),
  read: async (statements, moment) => {
    const connection = await pool.acquire()
    try {
      const rows = await (moment === 'one'
        ? sayAll(connection, [ONE_MOMENT], statements, ['COMMIT'])
        : sayAll(connection, [], statements))
      pool.giveBack(connection, false)
      return rows
    } catch (error) {
      pool.giveBack(connection, true)
      throw error
    }
  },
  classify,
})

/** A lock of the database: it ends with its transaction, so that a process that dies keeps nobody out. */
const migratingOn = <A>(knex: Knex, work: (knex: Knex) => Promise<A>): Promise<A> =>
  knex.transaction(async (holder) => {
    await holder.raw('SELECT pg_advisory_xact_lock(7052026)')
    await knex.migrate.forceFreeMigrationsLock()
    return work(knex)
  })

const askDurability = statement(`
  SELECT CURRENT_SETTING('fsync'), CURRENT_SETTING('full_page_writes'), CURRENT_SETTING('synchronous_commit')`)
const askTime = statement('SELECT {database time}')
const askVersion = statement('SHOW server_version')

/** PostgreSQL by the driver `postgres`; knex, which makes the tables, comes to it by its own. */
export const postgresJsEngine = (url: string, fingerprints = inMemory(), watch = unwatched): Engine => {
  const meet = meetingDatabase(fingerprints, isMissingTable)
  const pool = openPool(url, (connection) => meet((statements) => sayAll(connection, [], statements)))
  const driver = driverOn(pool)
  const knex = knexPackage({ client: 'pg', connection: url, pool: { min: 0, max: 2 }, log: silentLog })
  const ask = async (query: Statement) => (await driver.read([query], 'each'))[0]?.[0] ?? []
  // One at a time in this process, too: who waits for the lock holds a connection that the other needs.
  let last: Promise<unknown> = Promise.resolve()
  watch.connected(pool.status)
  return {
    ...transactionsOn(driver, watch),
    dialect,
    knex,
    serverName: async () => `PostgreSQL ${String((await ask(askVersion()))[0]).split(' ')[0]}`,
    risks: async () => {
      const names = ['fsync', 'full_page_writes', 'synchronous_commit']
      const found = await ask(askDurability())
      const unsafe = names.flatMap((name, at) => (found[at] === 'on' ? [] : [{ name, value: found[at] }]))
      return unsafe.map(({ name, value }) => ({
        problem: `${name} is ${value}`,
        fix: `Set ${name}=on.`,
        losesWrites: true,
      }))
    },
    timeMs: async () => readInteger((await ask(askTime()))[0]),
    migrating: (work) => {
      const next = last.then(() => migratingOn(knex, work))
      last = next.catch(() => undefined)
      return next
    },
    close: async () => void (await Promise.all([pool.close(), knex.destroy()])),
  }
}
