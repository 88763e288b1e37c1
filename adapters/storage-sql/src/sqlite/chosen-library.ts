import type { SqliteLibrary } from './library.js'

/**
 * Whether the runtime brings SQLite along and no longer calls that an experiment, of which it would warn whoever starts a
 * process: 24.15 was the first.
 */
const bringsSqlite = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major >= 26 || (major === 24 && minor >= 15)
}

/**
 * The library of this process, for every file: a lock that one library holds on a file would be lost when another one closes
 * the same file. The runtime's own where it has one (docs/decisions/0055).
 */
export const sqlite: SqliteLibrary = bringsSqlite()
  ? (await import('./node-library.js')).nodeLibrary()
  : (await import('./libsql-library.js')).libsqlLibrary
