import { parentPort, workerData } from 'node:worker_threads'
import Database from 'libsql'
import type { Cell } from '../cells/cell.js'
import {
  OPENED,
  type ThreadAnswer,
  type Answered,
  type Failed,
  type ThreadRequest,
  type ThreadStatement,
} from './protocol.js'
import type { ThreadData } from './protocol.js'

/*
 * SQLite's own thread: each commit waits for the disk, and nobody else's work waits with it. It runs what it is
 * sent in the order it comes; what belongs together comes in one message.
 */
type Prepared = Database.Statement

const PREPARED_AT_MOST = 200
const BUSY_MS = 5_000
const PAUSE_MS = 20
const { path, role } = workerData as ThreadData
const prepared = new Map<string, Prepared>()

const failedBy = (error: unknown): Failed => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return { code: typeof code === 'string' ? code : 'BUG', message: String(message) }
}

/** SQLite does not wait by itself where several that open a new file turn it to WAL at the same moment. */
const turnToWal = (database: Database.Database, untilMs: number): void => {
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

const open = (): Database.Database => {
  const opened = new Database(path)
  opened.exec(`PRAGMA busy_timeout=${BUSY_MS}`)
  turnToWal(opened, performance.now() + BUSY_MS)
  opened.exec('PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
  if (role === 'reader') opened.exec('PRAGMA query_only=ON')
  return opened
}

/** Prepares a text once; the ones used longest ago are forgotten. */
const prepare = (database: Database.Database, sql: string): Prepared => {
  const found = prepared.get(sql)
  const ready: Prepared = found ?? database.prepare(sql)
  if (found === undefined && ready.reader) ready.raw()
  prepared.delete(sql)
  prepared.set(sql, ready)
  if (prepared.size > PREPARED_AT_MOST) prepared.delete(prepared.keys().next().value ?? '')
  return ready
}

const bound = ({ cells, binary }: ThreadStatement, from: number): unknown[] => {
  const values: unknown[] = []
  for (let at = 0; at < binary.length; at += 1) {
    const cell = cells[from + at]
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

const runEach = (ready: Prepared, step: ThreadStatement): void => {
  for (let from = 0; from < step.cells.length; from += step.binary.length) ready.run(bound(step, from))
}

const run = (database: Database.Database, steps: readonly ThreadStatement[]): Answered => {
  const results: Cell[][][] = []
  let columns: readonly string[] | undefined
  let last = { changes: 0, lastInsertRowid: 0 as number | bigint }
  for (const step of steps) {
    const ready = prepare(database, step.sql)
    columns = undefined
    if (step.each) {
      runEach(ready, step)
      results.push([])
    } else if (ready.reader) {
      results.push((ready.all(bound(step, 0)) as unknown[][]).map((row) => row.map(cellOf)))
      columns = steps.length === 1 ? ready.columns().map(({ name }) => name) : undefined
    } else {
      last = ready.run(bound(step, 0))
      results.push([])
    }
  }
  return { results, columns, changes: last.changes, lastId: Number(last.lastInsertRowid) }
}

const answerTo = (
  database: Database.Database,
  request: Exclude<ThreadRequest, { kind: 'close' }>,
): ThreadAnswer => {
  try {
    if (request.kind === 'run') return { id: request.id, answered: run(database, request.steps) }
    if (database.inTransaction) database.exec('ROLLBACK')
    return { id: request.id, answered: { results: [], columns: undefined, changes: 0, lastId: 0 } }
  } catch (error) {
    // Readings of several callers follow one another: none may be left open for the next.
    if (role === 'reader' && database.inTransaction) database.exec('ROLLBACK')
    return { id: request.id, failed: failedBy(error) }
  }
}

const serve = (port: NonNullable<typeof parentPort>): void => {
  let database: Database.Database
  try {
    database = open()
  } catch (error) {
    port.postMessage({ id: OPENED, failed: failedBy(error) } satisfies ThreadAnswer)
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
  port.postMessage({ id: OPENED, answered: opened } satisfies ThreadAnswer)
}

if (parentPort !== null) serve(parentPort)
