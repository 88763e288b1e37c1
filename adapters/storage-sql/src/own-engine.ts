/**
 * Exports for engines in packages of their own: `Dialect` defines the SQL differences, `Driver` runs
 * statements, `Engine` is the result, and `openStorageOn` turns it into a storage.
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
export { watchDiskSpace } from './engine/disk-space.js'
export type { ClassifiedError, DatabaseSession, Driver } from './engine/driver.js'
export type { Engine, Rows, Statement } from './engine/engine.js'
export type { Insertion, Target } from './engine/insertion.js'
export {
  acquire,
  NoConnectionError,
  type ConnectionSource,
  type Pooled,
  poolOver,
  type PoolSettings,
  releaseConnection,
  silentLog,
} from './engine/knex-pool.js'
export { type PoolLimits, type PoolOptions, poolLimitsOf } from './engine/pool-limits.js'
export { readServerTime } from './engine/server-time.js'
export { statement } from './engine/template.js'
export { textRenderer } from './engine/text-renderer.js'
export { readWith, transactionWith, transactWith, writeWith } from './engine/transaction.js'
export { poolConnectionsOf, type StorageObserver, unwatched } from './engine/watch.js'
export { type ConnectionSteps, type Writer, writerOf } from './engine/writer.js'
export type { Servers } from './engine/ask-servers.js'
export { meetingDatabase } from './platform/installation/installation.js'
export { openStorageOn } from './sql-storage.js'
