import type { Cell } from '../cells/cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import type { PoolLimits } from '../engine/pool-limits.js'
import type { Send, ServerProtocol } from '../servers/server-driver.js'
import { cutMysql, type MysqlConnection } from './connections.js'
import { renderMysql } from './render.js'
import { classifyMysqlError } from './classify-error.js'
import { type TextStage, type TransactionText, transactionText } from './transaction-text.js'

const ONE_MOMENT =
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;START TRANSACTION READ ONLY, WITH CONSISTENT SNAPSHOT'

/**
 * The error for a text above the server's size limit, checked before sending because the server would close
 * the connection.
 */
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

/** Sends a text of several statements; the results are returned in order. */
const ask = (connection: MysqlConnection, text: string, timeout: number): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) => {
    const longestBytes = connection.facts?.longestBytes ?? Infinity
    if (!fits(text, longestBytes)) {
      reject(tooLong(longestBytes))
      return
    }
    connection.query({ sql: text, rowsAsArray: true, timeout }, (error: Error | null, results: unknown) => {
      if (error === null) resolve(results as readonly unknown[])
      else reject(error)
    })
  })

/** Sends statements as one text, and gives each its rows: an insertion without rows isn't sent and has none. */
const sendAll = async (
  send: Send<readonly unknown[]>,
  statements: readonly Statement[],
  formed: (texts: readonly string[]) => TransactionText,
): Promise<readonly Rows[]> => {
  const texts = statements.map(renderMysql)
  const { text: whole, results: sent, before, hasResult } = formed(texts.filter((text) => text !== ''))
  if (sent === 0) return texts.map(() => [])
  const answer = await send(whole)
  // A single result isn't wrapped in a list.
  const results = (sent === 1 ? [answer] : answer).slice(before)
  return texts.map((text) => (text === '' || !hasResult(text) ? [] : rowsOf(results.shift())))
}

/** Runs statements on a connection, outside a transaction, and gives each its rows. */
export const askAlone = (
  connection: MysqlConnection,
  { queryTimeoutMs }: PoolLimits,
  statements: readonly Statement[],
): Promise<readonly Rows[]> =>
  sendAll(
    (text) => ask(connection, text, queryTimeoutMs),
    statements,
    (texts) => transactionText('middle', texts, false),
  )

const session: ServerProtocol<MysqlConnection, readonly unknown[]>['session'] = (connection, send) => {
  const onGalera = connection.facts?.isGalera === true
  const sendIn = (stage: TextStage, statements: readonly Statement[]): Promise<readonly Rows[]> =>
    sendAll(send, statements, (texts) => transactionText(stage, texts, onGalera))
  return {
    begin: (statements) => sendIn('start', statements),
    ask: (statements) => sendIn('middle', statements),
    commit: async (statements) => {
      await sendIn('end', statements)
    },
    whole: async (statements, afterwards) => {
      const texts = statements.map(renderMysql).filter((text) => text !== '')
      const { text, results } = transactionText('whole', texts, onGalera)
      const answer = await send([text, ...afterwards.map(renderMysql)].join(';'))
      return afterwards.length === 0 ? [] : answer.slice(results).map(rowsOf)
    },
  }
}

/** The texts of transactions and readings, and how mysql2's results are read. */
export const mysqlProtocol = ({
  queryTimeoutMs,
}: PoolLimits): ServerProtocol<MysqlConnection, readonly unknown[]> => ({
  send: (connection, text) => ask(connection, text, queryTimeoutMs),
  session,
  read: async (send, statements, moment) => {
    const texts = statements.map(renderMysql)
    const results = await send(
      moment === 'one' ? [ONE_MOMENT, ...texts, 'COMMIT'].join(';') : texts.join(';'),
    )
    if (moment === 'one') return results.slice(2, -1).map(rowsOf)
    return texts.length === 1 ? [rowsOf(results)] : results.map(rowsOf)
  },
  classify: classifyMysqlError,
  cut: cutMysql,
})
