import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { expect } from 'chai'
import { createConnection } from 'mysql2/promise'
import { startMariadb } from '../../servers/mariadb.js'
import type { MysqlServer } from '../../servers/mysql-server.js'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'
import { linesOf, risksOfMysql } from './risks-of.js'

const LONGEST = 4_294_967_295

const run = async (url: string, text: string): Promise<void> => {
  const connection = await createConnection({ uri: url, multipleStatements: true })
  try {
    await connection.query(text)
  } finally {
    await connection.end()
  }
}

describe('Risks of MariaDB', () => {
  describe('in the tables', () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await createDatabase()
      const storage = await openStorage(database.url)
      await right(storage.health.migrate())
      await storage.close()
    })
    afterEach(() => database.drop())

    it("don't include its own tables", async () => {
      expect(await risksOfMysql(database.url, 2)).to.deep.equal([])
    })

    it('include tables outside InnoDB, with the statement that moves them', async () => {
      await run(database.url, 'ALTER TABLE receipts ENGINE=MyISAM ROW_FORMAT=DYNAMIC')
      await run(database.url, 'ALTER TABLE queue_jobs ENGINE=MyISAM ROW_FORMAT=DYNAMIC')
      const storage = await openStorage(database.url)
      const { risks } = await right(storage.health.check(10_000))
      await storage.close()
      expect(linesOf(risks)).to.deep.equal([
        'loses: tables outside InnoDB have no transactions: queue_jobs (MyISAM), receipts (MyISAM). Run: ALTER TABLE queue_jobs ENGINE=InnoDB; ALTER TABLE receipts ENGINE=InnoDB;',
      ])
    })
  })

  describe('in a server’s settings', () => {
    let server: MysqlServer
    before(async () => {
      const args = [
        '--innodb-doublewrite=0',
        '--innodb-flush-method=nosync',
        '--log-bin=log',
        '--sync-binlog=0',
      ]
      server = await startMariadb({ args })
    })
    after(() => server.stop())

    it('include each setting that a power cut makes dangerous', async () => {
      await run(server.url, 'SET GLOBAL innodb_flush_log_at_trx_commit=0')
      expect(linesOf(await risksOfMysql(server.url))).to.deep.equal([
        'loses: innodb_flush_log_at_trx_commit is 0, so a power cut loses acknowledged writes. Set innodb_flush_log_at_trx_commit=1.',
        'loses: sync_binlog is 0 while the binary log is on, so a power cut loses acknowledged writes. Set sync_binlog=1.',
        'loses: innodb_doublewrite is OFF, so a power cut can leave pages written in part. Set innodb_doublewrite=ON.',
        'loses: innodb_flush_method is nosync, which skips flushes. Set innodb_flush_method=fsync.',
      ])
    })

    it("don't include 3, which flushes at every commit on MariaDB", async () => {
      await run(server.url, 'SET GLOBAL innodb_flush_log_at_trx_commit=3')
      expect(linesOf(await risksOfMysql(server.url)).join()).to.not.include('innodb_flush_log')
    })
  })

  describe('in replication', () => {
    let source: MysqlServer
    let replica: MysqlServer
    before(async () => {
      const logs = ['--log-bin=log', '--sync-binlog=1']
      source = await startMariadb({ args: [...logs, '--server-id=1'] })
      replica = await startMariadb({ args: [...logs, '--server-id=2'] })
    })
    after(() => Promise.all([source.stop(), replica.stop()]))

    const follow = (): Promise<void> =>
      run(
        replica.url,
        `STOP SLAVE; CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=${source.port}, MASTER_USER='root',
         MASTER_USE_GTID=slave_pos; START SLAVE`,
      )
    const risks = async (addresses: number): Promise<readonly string[]> =>
      linesOf(await risksOfMysql(source.url, addresses))

    it("don't exist before a replica is connected", async () => {
      expect(await risks(2)).to.deep.equal([])
    })

    it('include an asynchronous replica, which loses writes if the address lists it too', async () => {
      await follow()
      const problem =
        'replication to 1 replica is asynchronous, so a promoted replica lacks the last acknowledged writes. Set rpl_semi_sync_master_enabled=ON, rpl_semi_sync_master_wait_point=AFTER_SYNC and rpl_semi_sync_master_timeout=4294967295.'
      await eventually('the replica is connected', async () => (await risks(1)).length > 0)
      expect(await risks(1)).to.deep.equal([`warns: ${problem} Until then, promote no replica.`])
      expect(await risks(2)).to.deep.equal([
        `loses: ${problem} Otherwise list one server in POSTRIDER_STORAGE_URL, and promote no replica.`,
      ])
    })

    it('include settings that end the wait for a semi-synchronous replica, and none when they are safe', async () => {
      const at = 'SET GLOBAL rpl_semi_sync_'
      await run(replica.url, `${at}slave_enabled=ON`)
      await follow()
      await run(source.url, `${at}master_wait_no_slave=OFF; ${at}master_enabled=ON`)
      const isFollowed = async () => !(await risks(1)).some((line) => /asynchronous|_status/.test(line))
      await eventually('the replica is semi-synchronous', isFollowed)
      expect(await risks(2)).to.deep.equal([
        'loses: rpl_semi_sync_master_wait_point is AFTER_COMMIT, so others read writes that a promoted replica may lack. Set rpl_semi_sync_master_wait_point=AFTER_SYNC.',
        "loses: rpl_semi_sync_master_wait_no_slave is OFF, so commits don't wait while no replica is connected. Set rpl_semi_sync_master_wait_no_slave=ON.",
        `loses: rpl_semi_sync_master_timeout is 10000, so after 10000 ms commits stop waiting for a replica. Set rpl_semi_sync_master_timeout=${LONGEST}.`,
      ])
      await run(
        source.url,
        `${at}master_wait_point=AFTER_SYNC; ${at}master_wait_no_slave=ON; ${at}master_timeout=${LONGEST}`,
      )
      expect(await risks(2)).to.deep.equal([])
    })
  })
})
