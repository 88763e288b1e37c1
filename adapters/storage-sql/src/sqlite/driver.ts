import type { Knex } from 'knex'
import type { Driver, Session } from '../engine/driver.js'
import { acquire, release } from '../engine/knex-pool.js'
import { plain, render } from './render.js'
import type { SqliteThread } from './thread.js'
import { classify } from './classify-error.js'

const BEGIN = plain('BEGIN IMMEDIATE')
const BEGIN_READING = plain('BEGIN')
const COMMIT = plain('COMMIT')

const sessionOn = (pool: Knex, thread: SqliteThread): Session => ({
  begin: async (statements) => {
    const { results } = await thread.run([BEGIN, ...statements.map(render)])
    return results.slice(1)
  },
  ask: async (statements) => (await thread.run(statements.map(render))).results,
  commit: async (statements) => {
    await thread.run([...statements.map(render), COMMIT])
  },
  rollback: () => thread.undo(),
  release: (broken) => release(pool, thread, broken),
})

/** How transactions go over the writing thread and readings over the reading one. */
export const sqliteDriver = (pool: Knex, reader: () => Promise<SqliteThread>): Driver => ({
  acquire: async () => sessionOn(pool, await acquire<SqliteThread>(pool)),
  // Several statements are one moment here whether that was asked for or not.
  read: async (statements) => {
    const { results } = await (await reader()).run([BEGIN_READING, ...statements.map(render), COMMIT])
    return results.slice(1, -1)
  },
  classify,
})
