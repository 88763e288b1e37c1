import { chmodSync, existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Cell } from '../cells/cell.js'
import { sqlite } from './chosen-library.js'
import type { PreparedStatement, SqliteConnection, SqliteValue } from './library.js'
import type {
  ThreadAnswer,
  Answered,
  Failed,
  ThreadData,
  ThreadRequest,
  ThreadStatement,
} from './protocol.js'

/*
 * SQLite's own thread: each commit waits for the disk, and no other work waits with it. It runs requests in
 * the order in which they arrive; statements that belong together are sent in one message.
 */
const PREPARED_AT_MOST = 200
const BUSY_MS = 5_000
const PAUSE_MS = 20
const { path, role } = workerData as ThreadData
const prepared = new Map<string, PreparedStatement>()

const failedBy = (error: unknown): Failed => ({
  code: sqlite.codeOf(error) ?? 'BUG',
  message: error instanceof Error ? error.message : String(error),
})

/**
 * SQLite doesn't wait by itself if several processes that open a new file switch it to WAL at the same time.
 */
const turnToWal = (database: SqliteConnection, untilMs: number): void => {
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode=WAL')
      return
    } catch (error) {
      if (!failedBy(error).code.startsWith('SQLITE_BUSY') || performance.now() > untilMs) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}

const open = (): SqliteConnection => {
  const isNew = !existsSync(path)
  const opened = sqlite.open(path)
  // Readable only by its owner; SQLite gives its logs the same mode. Not through a file handle of our own,
  // because closing that would end SQLite's locks.
  if (isNew && existsSync(path)) chmodSync(path, 0o600)
  opened.exec(`PRAGMA busy_timeout=${BUSY_MS}`)
  turnToWal(opened, performance.now() + BUSY_MS)
  opened.exec('PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
  if (role === 'reader') opened.exec('PRAGMA query_only=ON')
  return opened
}

/** Prepares a text once; the least recently used ones are dropped. */
const prepare = (database: SqliteConnection, sql: string): PreparedStatement => {
  const ready = prepared.get(sql) ?? database.prepare(sql)
  prepared.delete(sql)
  prepared.set(sql, ready)
  if (prepared.size > PREPARED_AT_MOST) prepared.delete(prepared.keys().next().value ?? '')
  return ready
}

const bound = (cells: readonly Cell[], binary: string, from = 0): readonly SqliteValue[] => {
  const values: SqliteValue[] = []
  for (let at = 0; at < binary.length; at += 1) {
    const cell = cells[from + at] as Cell
    values.push(binary[at] === '1' && typeof cell === 'string' ? Buffer.from(cell, 'hex') : cell)
  }
  return values
}

const cellOf = (value: unknown): Cell => {
  if (typeof value === 'object' && value !== null) {
    const bytes = value instanceof ArrayBuffer ? Buffer.from(value) : Buffer.from(value as Uint8Array)
    return bytes.toString('hex')
  }
  return value as Cell
}

const runRows = (ready: PreparedStatement, rows: string, binary: string): void => {
  const cells = JSON.parse(rows) as readonly Cell[]
  for (let from = 0; from < cells.length; from += binary.length) ready.run(bound(cells, binary, from))
}

const run = (database: SqliteConnection, steps: readonly ThreadStatement[]): Answered => {
  const results: Cell[][][] = []
  let columns: readonly string[] | undefined
  let last = { changes: 0, lastId: 0 }
  for (const step of steps) {
    const ready = prepare(database, step.sql)
    columns = undefined
    if ('rows' in step) {
      runRows(ready, step.rows, step.binary)
      results.push([])
    } else if (ready.hasRows) {
      results.push(ready.all(bound(step.cells, step.binary)).map((row) => row.map(cellOf)))
      columns = steps.length === 1 ? ready.columnNames() : undefined
    } else {
      last = ready.run(bound(step.cells, step.binary))
      results.push([])
    }
  }
  return { results, columns, ...last }
}

const answerTo = (
  database: SqliteConnection,
  request: Exclude<ThreadRequest, { kind: 'close' }>,
): ThreadAnswer => {
  try {
    if (request.kind === 'run') return { answered: run(database, request.steps) }
    if (database.isInTransaction()) database.exec('ROLLBACK')
    return { answered: { results: [], columns: undefined, changes: 0, lastId: 0 } }
  } catch (error) {
    // Readings of several callers follow one another, so none may leave a transaction open for the next.
    if (role === 'reader' && database.isInTransaction()) database.exec('ROLLBACK')
    return { failed: failedBy(error) }
  }
}

const serve = (port: NonNullable<typeof parentPort>): void => {
  let database: SqliteConnection
  try {
    database = open()
  } catch (error) {
    port.postMessage({ failed: failedBy(error) } satisfies ThreadAnswer)
    return
  }
  port.on('message', (request: ThreadRequest) => {
    if (request.kind !== 'close') {
      port.postMessage(answerTo(database, request))
      return
    }
    prepared.clear()
    database.close()
    port.close()
  })
  const opened: Answered = { results: [], columns: undefined, changes: 0, lastId: 0 }
  port.postMessage({ answered: opened } satisfies ThreadAnswer)
}

if (parentPort !== null) serve(parentPort)
