/** What proves an SQL engine, before the storage on it is proved: the entry `@postrider/conformance/sql-engine`. */
export { describeSqlEngine } from './sql-engine/describe-sql-engine.js'
export type { OpenedEngine, OpenEngine } from './sql-engine/open-engine.js'
