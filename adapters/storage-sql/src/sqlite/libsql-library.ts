import { createRequire } from 'node:module'
import type Database from 'libsql'
import type { PreparedStatement, SqliteLibrary } from './library.js'

const prepared = (statement: Database.Statement): PreparedStatement => {
  if (statement.reader) statement.raw()
  return {
    hasRows: statement.reader,
    columnNames: () => statement.columns().map(({ name }) => name),
    all: (values) => statement.all(values) as unknown[][],
    run: (values) => {
      const { changes, lastInsertRowid } = statement.run(values)
      return { changes, lastId: Number(lastInsertRowid) }
    },
  }
}

/** SQLite through libsql, which includes it, for Node versions without SQLite. */
export const libsqlLibrary = (): SqliteLibrary => {
  // Loaded only here: its native part isn't needed if Node includes SQLite.
  const Libsql = createRequire(import.meta.url)('libsql') as typeof Database
  return {
    open: (path) => {
      const database = new Libsql(path)
      return {
        exec: (sql) => void database.exec(sql),
        prepare: (sql) => prepared(database.prepare(sql)),
        isInTransaction: () => database.inTransaction,
        close: () => void database.close(),
      }
    },
    codeOf: (error) => {
      const { code } = error as { readonly code?: unknown }
      return typeof code === 'string' ? code : undefined
    },
  }
}
