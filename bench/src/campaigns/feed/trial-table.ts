import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import type { Engine } from '@postrider/storage-sql/engine/engine'

/** The engine of the address. */
export const engineAt = (url: string): Engine =>
  url.startsWith('sqlite:') ? sqliteEngine(url) : mysqlEngine(url, {})

/**
 * Creates the table of committed changes: each row has the message id of a change, with an auto-increment.
 */
export const makeTrialTable = async ({ knex, dialect }: Engine): Promise<void> => {
  const { types, createTable } = dialect
  const columns = `n ${types.counter}, id ${types.id} NOT NULL`
  for (const each of createTable({ name: 'feed_trial', columns })) await knex.raw(each)
}
