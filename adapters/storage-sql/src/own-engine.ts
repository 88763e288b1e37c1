/**
 * All that an engine of a package of its own is written with: `Dialect` says what it says differently, `Driver` how it takes
 * statements, `Engine` what it gives, and `openStorageOn` makes a storage of it.
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
