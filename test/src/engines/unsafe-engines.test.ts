import { eventually } from '@postrider/conformance/eventually'
import { expect } from 'chai'
import { createConnection } from 'mysql2/promise'
import { linesOf, risksOfMysql } from '../adapters/storage-sql/risks-of.js'
import { freePort } from '../servers/free-port.js'
import { startMariadb } from '../servers/mariadb.js'
import { startMysql } from '../servers/mysql.js'
import type { MysqlServer } from '../servers/mysql-server.js'
import { unpackedRoot } from '../servers/unpacked-engines.js'

const run = async (url: string, text: string): Promise<void> => {
  const connection = await createConnection({ uri: url, multipleStatements: true })
  try {
    await connection.query(text)
  } finally {
    await connection.end()
  }
}

describe('Risks of MySQL', () => {
  let server: MysqlServer
  let replica: MysqlServer
  const risks = async (addresses = 1): Promise<readonly string[]> =>
    linesOf(await risksOfMysql(server.url, addresses))

  before(async () => {
    const gtid = ['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--log-bin=log']
    server = await startMysql({ args: [...gtid, '--server-id=1'] })
    replica = await startMysql({ args: [...gtid, '--server-id=2'] })
  })
  after(() => Promise.all([server.stop(), replica.stop()]))

  it("don't exist with its own defaults", async () => {
    expect(await risks(2)).to.deep.equal([])
  })

  it('are found in flush settings', async () => {
    await run(server.url, 'SET GLOBAL sync_binlog=0; ALTER INSTANCE DISABLE INNODB REDO_LOG')
    expect(await risks()).to.deep.equal([
      'loses: sync_binlog is 0 while the binary log is on, so a power cut loses acknowledged writes. Set sync_binlog=1.',
      'loses: the redo log of InnoDB is disabled, so a crash destroys the database. Run: ALTER INSTANCE ENABLE INNODB REDO_LOG;',
    ])
    await run(server.url, 'SET GLOBAL sync_binlog=1; ALTER INSTANCE ENABLE INNODB REDO_LOG')
    expect(await risks()).to.deep.equal([])
  })

  it('are found in an asynchronous replica, and disappear when it is safely semi-synchronous', async () => {
    const source = `SOURCE_HOST='127.0.0.1', SOURCE_PORT=${server.port}, SOURCE_USER='root', GET_SOURCE_PUBLIC_KEY=1`
    const follow = `STOP REPLICA; CHANGE REPLICATION SOURCE TO ${source}, SOURCE_AUTO_POSITION=1; START REPLICA`
    await run(replica.url, follow)
    await eventually('the replica is connected', async () => (await risks(2)).length > 0)
    const [line, ...others] = await risks(2)
    expect(line).to.match(
      /^loses: replication to 1 replica is asynchronous, .*rpl_semi_sync_source_enabled=ON/,
    )
    expect(others).to.deep.equal([])
    expect((await risks(1))[0]).to.match(/^warns: replication to 1 replica is asynchronous/)
    await run(
      server.url,
      `INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so';
       SET GLOBAL rpl_semi_sync_source_enabled=ON; SET GLOBAL rpl_semi_sync_source_timeout=4294967295`,
    )
    await run(
      replica.url,
      `INSTALL PLUGIN rpl_semi_sync_replica SONAME 'semisync_replica.so'; SET GLOBAL rpl_semi_sync_replica_enabled=ON`,
    )
    await run(replica.url, follow)
    await eventually('the replica is semi-synchronous', async () => (await risks(2)).length === 0)
  })

  it("are reported as invisible for a user who can't see connections", async () => {
    await run(server.url, `CREATE USER plain@'127.0.0.1' IDENTIFIED BY ''`)
    const plain = new URL(server.url)
    plain.username = 'plain'
    expect(linesOf(await risksOfMysql(plain.href))).to.deep.equal([])
    expect(linesOf(await risksOfMysql(plain.href, 2))[0]).to.match(
      /^warns: .* Grant it the privilege PROCESS\.$/,
    )
  })
})

describe('Risks of a Galera cluster', () => {
  let node: MysqlServer
  before(async () => {
    const port = await freePort()
    const options = `gmcast.listen_addr=tcp://127.0.0.1:${port};pc.ignore_sb=true`
    node = await startMariadb({
      root: unpackedRoot('mariadb'),
      args: [
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--wsrep-on=ON',
        '--wsrep-provider=/usr/lib/galera/libgalera_smm.so',
        '--wsrep-cluster-name=unsafe',
        '--wsrep-cluster-address=gcomm://',
        '--wsrep-node-address=127.0.0.1',
        `--wsrep-provider-options=${options}`,
        '--wsrep-new-cluster',
      ],
    })
  })
  after(() => node.stop())

  for (const flush of [0, 2])
    it(`are found with innodb_flush_log_at_trx_commit=${flush}`, async () => {
      await run(node.url, `SET GLOBAL innodb_flush_log_at_trx_commit=${flush}`)
      expect(linesOf(await risksOfMysql(node.url, 3))).to.include(
        `loses: innodb_flush_log_at_trx_commit is ${flush}, so a crash of all nodes loses acknowledged writes. Set innodb_flush_log_at_trx_commit=1.`,
      )
    })

  it('are found in the options of the provider, and disappear with them', async () => {
    await run(node.url, 'SET GLOBAL innodb_flush_log_at_trx_commit=1')
    expect(linesOf(await risksOfMysql(node.url, 3))).to.deep.equal([
      'loses: pc.ignore_sb is true, so both halves of a divided cluster take writes and one half loses them. Remove it from wsrep_provider_options, or set pc.ignore_sb=false.',
    ])
    await run(node.url, 'SET GLOBAL wsrep_provider_pc_ignore_sb=OFF')
    expect(linesOf(await risksOfMysql(node.url, 3))).to.deep.equal([])
  })
})
