import { lifetimeSuite } from './lifetime.js'
import { meetingSuite } from './meeting.js'
import type { OpenEngine } from './open-engine.js'
import { transactionsSuite } from './transactions.js'
import { valuesSuite } from './values.js'

/**
 * Tests the requirements of the storage for an SQL engine, one at a time and in seconds. Afterwards
 * `describeStorage` tests the storage on it, and `describeStorageFaults` tests failures of its connections.
 * The kit creates tables of its own.
 * @example
 * ```ts
 * import { describeSqlEngine } from '@postrider/conformance/sql-engine'
 * import type { Engine } from '@postrider/storage-sql/own-engine'
 *
 * // An empty database, and your engine on it.
 * declare const createDatabase: () => Promise<{ readonly url: string; drop(): Promise<void> }>
 * declare const myEngine: (url: string) => Engine
 *
 * describeSqlEngine('My engine', async () => {
 *   const { url, drop } = await createDatabase()
 *   const opened: Engine[] = []
 *   const another = async () => {
 *     const engine = myEngine(url)
 *     opened.push(engine)
 *     return engine
 *   }
 *   const close = async () => {
 *     await Promise.all(opened.map((engine) => engine.close()))
 *     await drop()
 *   }
 *   return { engine: await another(), another, close }
 * })
 * ```
 */
export const describeSqlEngine = (name: string, open: OpenEngine): void => {
  describe(`${name} keeps the promises of an SQL engine`, () => {
    valuesSuite(open)
    transactionsSuite(open)
    meetingSuite(open)
    lifetimeSuite(open)
  })
}
