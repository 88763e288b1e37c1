import { parentPort, workerData } from 'node:worker_threads'
import { sqlite } from '@postrider/storage-sql/sqlite/chosen-library'
import type { PreparedStatement, SqliteValue } from '@postrider/storage-sql/sqlite/library'
import { type BareCell, type BareRows, type BareTable, binaryColumns, columnNames } from './bare-store.js'
import type { BareAnswer, BareRequest } from './bare-sqlite.js'

/*
 * The SQLite thread of a bare server. Its single connection flushes at every commit like the service's,
 * without blocking the HTTP thread.
 */
const database = sqlite.open(workerData as string)
database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000')

interface Insertion {
  readonly prepared: PreparedStatement
  readonly isBinary: readonly boolean[]
}

const insertions = new Map<string, Insertion>()

const insertionInto = (table: BareTable): Insertion => {
  const known = insertions.get(table.name)
  if (known !== undefined) return known
  const marks = table.columns.map(() => '?').join(', ')
  const prepared = database.prepare(`INSERT INTO ${table.name} (${columnNames(table)}) VALUES (${marks})`)
  const insertion = { prepared, isBinary: binaryColumns(table) }
  insertions.set(table.name, insertion)
  return insertion
}

/** In place, because nothing else uses the row. */
const bound = (row: SqliteValue[], isBinary: readonly boolean[]): readonly SqliteValue[] => {
  for (let at = 0; at < row.length; at += 1) {
    const cell = row[at]
    if (isBinary[at] === true && typeof cell === 'string') row[at] = Buffer.from(cell, 'hex')
  }
  return row
}

const cellOf = (value: unknown): BareCell =>
  typeof value === 'object' && value !== null
    ? Buffer.from(value as Uint8Array).toString('hex')
    : (value as BareCell)

const rowsOf = (text: string): BareRows => {
  const statement = database.prepare(text)
  if (statement.hasRows) return statement.all([]).map((row) => row.map(cellOf))
  statement.run([])
  return []
}

const answer = ({ steps, isTransaction }: BareRequest): readonly BareRows[] => {
  if (isTransaction) database.exec('BEGIN IMMEDIATE')
  const read: BareRows[] = []
  for (const step of steps) {
    if ('text' in step) {
      read.push(rowsOf(step.text))
      continue
    }
    const { prepared, isBinary } = insertionInto(step.into)
    for (const row of JSON.parse(step.rows) as SqliteValue[][]) prepared.run(bound(row, isBinary))
  }
  if (isTransaction) database.exec('COMMIT')
  return read
}

const port = parentPort
port?.on('message', (request: BareRequest | undefined) => {
  if (request === undefined) {
    database.close()
    port.close()
    return
  }
  try {
    port.postMessage({ rows: answer(request) } satisfies BareAnswer)
  } catch (error) {
    if (database.isInTransaction()) database.exec('ROLLBACK')
    port.postMessage({ failed: String(error) } satisfies BareAnswer)
  }
})
