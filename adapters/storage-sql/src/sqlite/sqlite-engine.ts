import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Knex } from 'knex'
import type { StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import { inMemory } from '@postrider/core/feed/ports/fingerprint-store'
import type { Engine } from '../engine/engine.js'
import { acquire, releaseConnection } from '../engine/knex-pool.js'
import { poolConnectionsOf, unwatched } from '../engine/watch.js'
import { transactionsOn } from '../engine/transaction.js'
import { meetingDatabase } from '../platform/installation/installation.js'
import { sqliteDialect } from './dialect.js'
import { sqliteDriver } from './driver.js'
import { writerPool } from './knex-client.js'
import { plain, renderSqlite } from './render.js'
import { isMissingSqliteTable } from './classify-error.js'
import { openThread, type SqliteThread } from './thread.js'

const FULL = 2

/** The file of `sqlite:<path>`; its folder is created. */
const parsePath = (url: string): string => {
  const path = url.replace(/^sqlite:(\/\/(?=\/))?/, '')
  if (path === '' || path.startsWith(':') || path.includes('?'))
    throw new Error(
      'a SQLite address must be sqlite:<path of a file>, for example sqlite:./data/postrider.db',
    )
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    throw new Error(`cannot create the folder of the SQLite file ${path}: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return path
}

/**
 * A separate reader, so that no reading waits for a transaction; it is restarted when needed after it has
 * ended.
 */
const readerOf = (path: string) => {
  let starting: Promise<SqliteThread> | undefined
  let started: SqliteThread | undefined
  const start = async (): Promise<SqliteThread> => {
    try {
      started = await openThread({ path, role: 'reader' })
      return started
    } finally {
      if (started?.isAlive() !== true) starting = undefined
    }
  }
  return {
    thread: (): Promise<SqliteThread> => {
      if (started?.isAlive() === false) starting = started = undefined
      return (starting ??= start())
    },
    close: async (): Promise<void> => {
      await starting?.catch(() => undefined)
      await started?.close()
    },
  }
}

/** Settings that make a file lose commits; a file from another program may have them. */
const MADE_ELSEWHERE =
  'Another program created the file, or its file system has no locks. Use a file that Postrider created, on a local disk.'

const risksOf = async (pool: Knex): Promise<readonly StorageRisk[]> => {
  const thread = await acquire<SqliteThread>(pool)
  try {
    const { results } = await thread.run([plain('PRAGMA journal_mode'), plain('PRAGMA synchronous')])
    const [journal, synchronous] = results.map((rows) => rows[0]?.[0])
    return [
      ...(journal === 'wal' ? [] : [`journal_mode is ${journal}, not wal`]),
      ...(Number(synchronous) >= FULL ? [] : [`synchronous is ${synchronous}, not ${FULL} (FULL)`]),
    ].map((problem) => ({ problem, fix: MADE_ELSEWHERE, losesWrites: true }))
  } finally {
    releaseConnection(pool, thread, false)
  }
}

const serverNameOf = async (reader: () => Promise<SqliteThread>): Promise<string> => {
  const { results } = await (await reader()).run([plain('SELECT sqlite_version()')])
  return `SQLite ${String(results[0]?.[0]?.[0])}`
}

/** The engine for one SQLite file. Opens it on first use. */
export const sqliteEngine = (url: string, fingerprints = inMemory(), watch = unwatched): Engine => {
  const path = parsePath(url)
  const meet = meetingDatabase(fingerprints, isMissingSqliteTable)
  const reader = readerOf(path)
  const pool = writerPool(path, async (thread) => {
    // A thread takes a while to start, and the first reading would wait for it, so it is started now.
    reader.thread().catch(() => undefined)
    return meet(async (statements) => (await thread.run(statements.map(renderSqlite))).results)
  })
  const driver = sqliteDriver(pool, reader.thread)
  watch.connected(() => poolConnectionsOf(pool))
  return {
    ...transactionsOn(driver, watch),
    dialect: sqliteDialect,
    knex: pool,
    serverName: () => serverNameOf(reader.thread),
    risks: () => risksOf(pool),
    // SQLite has only the machine's clock.
    timeMs: () => Promise.resolve(Date.now()),
    // DDL is transactional here, including knex's lock row: a process that dies leaves nothing.
    migrating: (work) => pool.transaction(work),
    close: async () => {
      await reader.close()
      await pool.destroy()
    },
  }
}
