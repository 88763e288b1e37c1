import type { Knex } from 'knex'
import type { Cell } from '../cells/cell.js'
import type { Driver, DatabaseSession } from '../engine/driver.js'
import type { Rows, Statement } from '../engine/engine.js'
import { acquire, releaseConnection } from '../engine/knex-pool.js'
import type { PoolLimits } from '../engine/pool-limits.js'
import type { MysqlConnection } from './pools.js'
import { renderMysql } from './render.js'
import { classifyMysqlError } from './classify-error.js'

const ONE_MOMENT =
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;START TRANSACTION READ ONLY, WITH CONSISTENT SNAPSHOT'

/** A text that no server of this size limit reads: said before the connection breaks over it. */
const tooLong = (bytes: number): Error =>
  Object.assign(new Error(`the batch is longer than the server's max_allowed_packet (${bytes} bytes)`), {
    errno: 1153,
    code: 'ER_NET_PACKET_TOO_LARGE',
    sqlState: '08S01',
  })

const fits = (text: string, bytes: number): boolean =>
  text.length * 3 < bytes || Buffer.byteLength(text) + 64 < bytes

const cellOf = (value: unknown): Cell => {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new Error(`the database returned a ${typeof value}`)
}

const rowsOf = (result: unknown): Rows =>
  Array.isArray(result) ? result.map((row: readonly unknown[]) => row.map(cellOf)) : []

/** Sends a text of several statements; every result comes back in order. */
const ask = (connection: MysqlConnection, text: string, timeout: number): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) => {
    if (!fits(text, connection.longestBytes ?? Infinity)) {
      reject(tooLong(connection.longestBytes ?? 0))
      return
    }
    connection.query({ sql: text, rowsAsArray: true, timeout }, (error: Error | null, results: unknown) => {
      if (error === null) resolve(results as readonly unknown[])
      else reject(error)
    })
  })

const renderAll = (statements: readonly Statement[]): string => {
  let text = ''
  for (const each of statements) {
    const rendered = renderMysql(each)
    if (rendered !== '') text += `${rendered};`
  }
  return text
}

/**
 * Sends statements after one that nobody wants the answer of, and gives each its own: an insertion without rows is not
 * sent, and a statement that is alone is answered without a list around it.
 */
const sayAll = async (
  send: (text: string) => Promise<readonly unknown[]>,
  first: string | undefined,
  statements: readonly Statement[],
): Promise<readonly Rows[]> => {
  const texts = statements.map(renderMysql)
  const sent = [...(first === undefined ? [] : [first]), ...texts.filter((text) => text !== '')]
  if (sent.length === 0) return texts.map(() => [])
  const answered = await send(sent.join(';'))
  const results = (sent.length === 1 ? [answered] : answered).slice(first === undefined ? 0 : 1)
  return texts.map((text) => (text === '' ? [] : rowsOf(results.shift())))
}

/** Says statements on a connection, outside a transaction, and gives each its rows. */
export const askAlone = (
  connection: MysqlConnection,
  timeoutMs: number,
  statements: readonly Statement[],
): Promise<readonly Rows[]> => sayAll((text) => ask(connection, text, timeoutMs), undefined, statements)

/** A connection that answers an error can go on; one that was cut or timed out cannot. */
const isUsable = (error: unknown): boolean => classifyMysqlError(error).kind !== 'lost'

const sessionOn = (pool: Knex, connection: MysqlConnection, timeoutMs: number): DatabaseSession => {
  let usable = true
  const send = async (text: string): Promise<readonly unknown[]> => {
    try {
      return await ask(connection, text, timeoutMs)
    } catch (error) {
      usable = isUsable(error)
      throw error
    }
  }
  return {
    begin: (statements) => sayAll(send, 'BEGIN', statements),
    ask: (statements) => sayAll(send, undefined, statements),
    commit: async (statements) => {
      await send(`${renderAll(statements)}COMMIT`)
    },
    whole: async (statements) => {
      await send(`BEGIN;${renderAll(statements)}COMMIT`)
    },
    rollback: async () => {
      if (!usable) throw new Error('the connection is gone')
      await send('ROLLBACK')
    },
    release: (broken) => {
      // Without an orderly farewell: a server that hangs would keep it, and our transaction, alive.
      if (broken) connection.destroy()
      releaseConnection(pool, connection, broken)
    },
  }
}

/** How transactions and readings go over MySQL's connections. */
export const mysqlDriver = (pool: Knex, limits: PoolLimits): Driver => ({
  acquire: async () => sessionOn(pool, await acquire<MysqlConnection>(pool), limits.queryTimeoutMs),
  read: async (statements, moment) => {
    const connection = await acquire<MysqlConnection>(pool)
    try {
      const texts = statements.map(renderMysql)
      const text = moment === 'one' ? [ONE_MOMENT, ...texts, 'COMMIT'].join(';') : texts.join(';')
      const results = await ask(connection, text, limits.queryTimeoutMs)
      releaseConnection(pool, connection, false)
      if (moment === 'one') return results.slice(2, -1).map(rowsOf)
      return texts.length === 1 ? [rowsOf(results)] : results.map(rowsOf)
    } catch (error) {
      connection.destroy()
      releaseConnection(pool, connection, true)
      throw error
    }
  },
  classify: classifyMysqlError,
})
