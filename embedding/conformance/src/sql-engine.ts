/**
 * The conformance kit for SQL engines, to run before that for storages: the entry
 * `@postrider/conformance/sql-engine`.
 */
export { describeSqlEngine } from './sql-engine/describe-sql-engine.js'
export type { OpenedEngine, OpenEngine } from './sql-engine/open-engine.js'
