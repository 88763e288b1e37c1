/** What is used of knex's SQLite dialect; knex has no types for it. */
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import { Knex } from 'knex'

  export default class Dialect extends Knex.Client {
    _driver(): unknown
    acquireRawConnection(): Promise<unknown>
    destroyRawConnection(connection: unknown): Promise<void>
    validateConnection(connection: unknown): boolean
    _query(connection: unknown, query: unknown): Promise<unknown>
  }
}
