import type { Knex } from 'knex'
import type { Driver, DatabaseSession } from '../engine/driver.js'
import { acquire, releaseConnection } from '../engine/knex-pool.js'
import { plain, renderSqlite } from './render.js'
import type { SqliteThread } from './thread.js'
import { classifySqliteError } from './classify-error.js'

const BEGIN = plain('BEGIN IMMEDIATE')
const BEGIN_READING = plain('BEGIN')
const COMMIT = plain('COMMIT')

const sessionOn = (pool: Knex, thread: SqliteThread): DatabaseSession => ({
  begin: async (statements) => {
    const { results } = await thread.run([BEGIN, ...statements.map(renderSqlite)])
    return results.slice(1)
  },
  ask: async (statements) => (await thread.run(statements.map(renderSqlite))).results,
  commit: async (statements) => {
    await thread.run([...statements.map(renderSqlite), COMMIT])
  },
  whole: async (statements, afterwards) => {
    const transaction = [BEGIN, ...statements.map(renderSqlite), COMMIT]
    const { results } = await thread.run([...transaction, ...afterwards.map(renderSqlite)])
    return results.slice(transaction.length)
  },
  rollback: () => thread.undo(),
  release: (broken) => releaseConnection(pool, thread, broken),
})

/** Runs transactions on the writing thread and readings on the reading one. */
export const sqliteDriver = (pool: Knex, reader: () => Promise<SqliteThread>): Driver => ({
  acquire: async () => sessionOn(pool, await acquire<SqliteThread>(pool)),
  // Several statements always read one snapshot here, whether that was requested or not.
  read: async (statements) => {
    const { results } = await (await reader()).run([BEGIN_READING, ...statements.map(renderSqlite), COMMIT])
    return results.slice(1, -1)
  },
  classify: classifySqliteError,
})
