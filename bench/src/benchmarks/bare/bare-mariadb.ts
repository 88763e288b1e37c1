import { type Connection, type ConnectionOptions, createConnection } from 'mysql2'
import {
  type BareCell,
  type BareRows,
  type BareStatement,
  type BareStore,
  type BareTable,
  binaryColumns,
  columnNames,
} from './bare-store.js'

interface Shape {
  readonly begin: string
  readonly isBinary: readonly boolean[]
}

const shapes = new Map<BareTable, Shape>()

const shapeOf = (table: BareTable): Shape => {
  const known = shapes.get(table)
  if (known !== undefined) return known
  const begin = `INSERT INTO ${table.name} (${columnNames(table)}) VALUES `
  const shape = { begin, isBinary: binaryColumns(table) }
  shapes.set(table, shape)
  return shape
}

const SPECIAL = /['\\\0]/
const ALL_SPECIAL = /['\\\0]/g

const quoted = (text: string): string =>
  SPECIAL.test(text)
    ? `'${text.replace(ALL_SPECIAL, (one) => (one === '\0' ? '\\0' : `\\${one}`))}'`
    : `'${text}'`

const literal = (cell: BareCell, isBinary: boolean): string => {
  if (cell === null) return 'NULL'
  if (typeof cell === 'number') return String(cell)
  return isBinary ? `x'${cell}'` : quoted(cell)
}

const renderRow = (table: BareTable, row: readonly BareCell[]): string => {
  const { isBinary } = shapeOf(table)
  let text = ''
  let separator = '('
  for (let at = 0; at < row.length; at += 1) {
    text += separator + literal(row[at] ?? null, isBinary[at] === true)
    separator = ','
  }
  return `${text})`
}

const textOf = (statement: BareStatement): string =>
  'text' in statement ? statement.text : shapeOf(statement.into).begin + statement.rows.join(',')

const cellOf = (value: unknown): BareCell =>
  Buffer.isBuffer(value) ? value.toString('hex') : (value as BareCell)

const rowsOf = (result: unknown): BareRows =>
  Array.isArray(result) ? (result as unknown[][]).map((row) => row.map(cellOf)) : []

const ask = (connection: Connection, sql: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, (error, results) => {
      if (error === null) resolve(results)
      else reject(error)
    })
  })

/** One connection to MariaDB, on which a transaction is one text and one round trip. */
export const openBareMariadb = async (url: string): Promise<BareStore> => {
  const options = {
    uri: url,
    multipleStatements: true,
    charset: 'utf8mb4',
    // The texts already contain their values, so there are no placeholders to replace.
    queryFormat: (text: string) => text,
  }
  const connection = createConnection(options as unknown as ConnectionOptions)
  await ask(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  return {
    render: renderRow,
    commit: async (statements) => {
      try {
        const text = `BEGIN;${statements.map(textOf).join(';')};COMMIT`
        const results = (await ask(connection, text)) as unknown[]
        return statements.flatMap((statement, at) => ('text' in statement ? [rowsOf(results[at + 1])] : []))
      } catch (error) {
        await ask(connection, 'ROLLBACK')
        throw error
      }
    },
    read: async (text) => rowsOf(await ask(connection, text)),
    close: () => new Promise((resolve) => connection.end(() => resolve())),
  }
}
