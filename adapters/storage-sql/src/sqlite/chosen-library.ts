import type { SqliteLibrary } from './library.js'
import { libsqlLibrary } from './libsql-library.js'
import { nodeLibrary } from './node-library.js'

/**
 * Whether Node includes SQLite and no longer warns at startup that it is experimental: 24.15 was the first.
 */
const bringsSqlite = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major >= 26 || (major === 24 && minor >= 15)
}

/**
 * The SQLite library of this process, for every file: if two libraries used one file, a lock of one would be
 * lost when the other closed the file. Node's own if it has one (docs/decisions/0055).
 */
export const sqlite: SqliteLibrary = bringsSqlite() ? nodeLibrary() : libsqlLibrary()
