import type { PreparedStatement, SqliteConnection, SqliteLibrary, SqliteValue } from './library.js'

/** The parts of `node:sqlite` in use, which the types of the oldest supported Node lack. */
interface NodeStatement {
  setReturnArrays(isEnabled: boolean): void
  setReadBigInts(isEnabled: boolean): void
  columns(): ReadonlyArray<{ readonly name: string }>
  all(...values: readonly SqliteValue[]): unknown[][]
  run(...values: readonly SqliteValue[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
}

interface NodeDatabase {
  readonly isTransaction: boolean
  exec(sql: string): void
  prepare(sql: string): NodeStatement
  close(): void
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NodeDatabase
}

/** SQLite's names for its codes; an extended code has its primary one in the last eight bits. */
const CODES = new Map([
  [1, 'ERROR'],
  [2, 'INTERNAL'],
  [3, 'PERM'],
  [4, 'ABORT'],
  [5, 'BUSY'],
  [6, 'LOCKED'],
  [7, 'NOMEM'],
  [8, 'READONLY'],
  [9, 'INTERRUPT'],
  [10, 'IOERR'],
  [11, 'CORRUPT'],
  [12, 'NOTFOUND'],
  [13, 'FULL'],
  [14, 'CANTOPEN'],
  [15, 'PROTOCOL'],
  [16, 'EMPTY'],
  [17, 'SCHEMA'],
  [18, 'TOOBIG'],
  [19, 'CONSTRAINT'],
  [20, 'MISMATCH'],
  [21, 'MISUSE'],
  [22, 'NOLFS'],
  [23, 'AUTH'],
  [24, 'FORMAT'],
  [25, 'RANGE'],
  [26, 'NOTADB'],
  [275, 'CONSTRAINT_CHECK'],
  [531, 'CONSTRAINT_COMMITHOOK'],
  [787, 'CONSTRAINT_FOREIGNKEY'],
  [1299, 'CONSTRAINT_NOTNULL'],
  [1555, 'CONSTRAINT_PRIMARYKEY'],
  [1811, 'CONSTRAINT_TRIGGER'],
  [2067, 'CONSTRAINT_UNIQUE'],
  [2579, 'CONSTRAINT_ROWID'],
  [3091, 'CONSTRAINT_DATATYPE'],
])

const nameOf = (code: number): string => `SQLITE_${CODES.get(code) ?? CODES.get(code & 0xff) ?? code}`

/**
 * Reads rows again that contain an integer too large for a number: another program wrote it, and it is read
 * as an approximation.
 */
const readNearly = (statement: NodeStatement, values: readonly SqliteValue[]): unknown[][] => {
  statement.setReadBigInts(true)
  try {
    const rows = statement.all(...values)
    return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)))
  } finally {
    statement.setReadBigInts(false)
  }
}

const allOf = (statement: NodeStatement, values: readonly SqliteValue[]): unknown[][] => {
  try {
    return statement.all(...values)
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_OUT_OF_RANGE') throw error
    return readNearly(statement, values)
  }
}

const prepared = (statement: NodeStatement): PreparedStatement => {
  statement.setReturnArrays(true)
  return {
    hasRows: statement.columns().length > 0,
    columnNames: () => statement.columns().map(({ name }) => name),
    all: (values) => allOf(statement, values),
    run: (values) => {
      const { changes, lastInsertRowid } = statement.run(...values)
      return { changes: Number(changes), lastId: Number(lastInsertRowid) }
    },
  }
}

const opened = (database: NodeDatabase): SqliteConnection => ({
  exec: (sql) => database.exec(sql),
  prepare: (sql) => prepared(database.prepare(sql)),
  isInTransaction: () => database.isTransaction,
  close: () => database.close(),
})

/** SQLite as included in Node. */
export const nodeLibrary = (): SqliteLibrary => {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as NodeSqlite
  return {
    open: (path) => opened(new DatabaseSync(path)),
    codeOf: (error) => {
      const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown }
      return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? nameOf(errcode) : undefined
    },
  }
}
