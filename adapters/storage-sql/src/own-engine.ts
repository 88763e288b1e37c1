/**
 * Exports for engines in packages of their own: `Dialect` defines the SQL differences, `Driver` runs
 * statements, `Engine` is the result, and `openStorageOn` turns it into a storage. `serverEngine` makes the
 * engine for a database server that has several addresses.
 */
export { type Cell, type Cells, readInteger } from './cells/cell.js'
export { type CellText, cellText } from './engine/cell-text.js'
export {
  type ColumnTypes,
  type Dialect,
  type IndexDefinition,
  indexesOf,
  type TableDefinition,
} from './engine/dialect.js'
export type { ClassifiedError, DatabaseSession, Driver } from './engine/driver.js'
export type { Engine, Rows, Statement } from './engine/engine.js'
export type { Insertion, Target } from './engine/insertion.js'
export { type Pooled, silentLog } from './engine/knex-pool.js'
export type { PoolLimits, PoolOptions } from './engine/pool-limits.js'
export { type AddressKind, parseServers, parseServerUrl } from './servers/server-address.js'
export type { Send, ServerProtocol } from './servers/server-driver.js'
export { serverEngine, type ServerKind } from './servers/server-engine.js'
export type { PoolUse, ServerConnections } from './servers/server-pools.js'
export { statement } from './engine/template.js'
export { textRenderer } from './engine/text-renderer.js'
export { transactionsOn } from './engine/transaction.js'
export { type StorageObserver, unwatched } from './engine/watch.js'
export { meetingDatabase } from './platform/installation/installation.js'
export { openStorageOn } from './sql-storage.js'
