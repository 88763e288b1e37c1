import { writeSync } from 'node:fs'
import { acquire } from '@postrider/storage-sql/engine/knex-pool'
import { parseMysqlServers } from '@postrider/storage-sql/mysql/address'
import { poolLimitsOf } from '@postrider/storage-sql/engine/pool-limits'
import { serverPools } from '@postrider/storage-sql/servers/server-pools'
import { mysqlConnections, type MysqlConnection } from '@postrider/storage-sql/mysql/connections'

/**
 * A separate program that takes a connection of the pool and switches off MariaDB's limits for idle
 * transactions. It locks the accounts with the balance in its second argument, in the database of its first,
 * prints `held` and hangs.
 */
const [url = '', posted = ''] = process.argv.slice(2)
const addresses = parseMysqlServers(url)
const limits = poolLimitsOf({})
const pool = serverPools(mysqlConnections(addresses, limits), limits).transactions(() => Promise.resolve())
const connection = await acquire<MysqlConnection>(pool)
const say = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.query(text, (error) => (error === null ? resolve() : reject(error)))
  })
await say(
  'SET SESSION wait_timeout = 10 /*M!100303 , idle_transaction_timeout = 0, max_statement_time = 0 */',
)
await say(`BEGIN; SELECT 1 FROM accounts WHERE posted = ${Number(posted)} FOR UPDATE`)
writeSync(1, 'held\n')
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
