import type { ServerFacts } from '@postrider/storage-sql/mysql/risks/facts'
import { galeraRisks } from '@postrider/storage-sql/mysql/risks/galera-risks'
import { groupRisks } from '@postrider/storage-sql/mysql/risks/group-risks'
import { replicaRisks } from '@postrider/storage-sql/mysql/risks/replica-risks'
import { serverRisks } from '@postrider/storage-sql/mysql/risks/server-risks'
import { expect } from 'chai'
import { linesOf } from './risks-of.js'

type Settings = Readonly<Record<string, string>>

interface Given {
  readonly variables?: Settings
  readonly status?: Settings
  readonly isMariadb?: boolean
  readonly addresses?: number
  readonly replicas?: number | undefined
}

const facts = ({
  variables = {},
  status = {},
  isMariadb = true,
  addresses = 1,
  ...given
}: Given): ServerFacts => ({
  isMariadb,
  variables: new Map(Object.entries(variables)),
  status: new Map(Object.entries(status)),
  foreignTables: [],
  replicas: 'replicas' in given ? given.replicas : 0,
  addresses,
})

const GALERA = { wsrep_on: 'ON', wsrep_provider: '/usr/lib/galera/libgalera_smm.so' }
const galera = (variables: Settings, given: Given = {}): readonly string[] =>
  linesOf(galeraRisks(facts({ ...given, variables: { ...GALERA, ...variables } })))

describe('The rules for risks of MySQL and MariaDB', () => {
  it('find nothing in a Galera cluster with its own defaults', () => {
    const options =
      'base_dir = /data/; pc.ignore_sb = false; pc.ignore_quorum = false; pc.recovery = true; repl.commit_order = 3; '
    expect(galera({ wsrep_provider_options: options, wsrep_osu_method: 'TOI' })).to.deep.equal([])
    expect(linesOf(galeraRisks(facts({ variables: { ...GALERA, wsrep_on: 'OFF' } })))).to.deep.equal([])
  })

  it('find the provider options with which a divided cluster accepts writes on both sides', () => {
    const lines = galera({
      wsrep_provider_options: 'pc.ignore_sb = YES; pc.ignore_quorum = true; pc.recovery = no;',
    })
    expect(lines).to.deep.equal([
      'loses: pc.ignore_sb is true, so both halves of a divided cluster take writes and one half loses them. Remove it from wsrep_provider_options, or set pc.ignore_sb=false.',
      'loses: pc.ignore_quorum is true, so both halves of a divided cluster take writes and one half loses them. Remove it from wsrep_provider_options, or set pc.ignore_quorum=false.',
      'warns: pc.recovery is false, so the cluster stays down after all nodes crashed. Remove it from wsrep_provider_options, or set pc.recovery=true.',
    ])
    expect(galera({ wsrep_provider_options: 'repl.commit_order = 0;' })[0]).to.match(
      /^loses: repl.commit_order is 0, .* set repl.commit_order=3\.$/,
    )
  })

  it("find the settings of a node that aren't safe with Galera", () => {
    const lines = galera({
      binlog_format: 'MIXED',
      wsrep_osu_method: 'RSU',
      wsrep_certify_nonpk: 'OFF',
      wsrep_dirty_reads: 'ON',
      innodb_autoinc_lock_mode: '1',
      wsrep_trx_fragment_size: '100',
    })
    expect(lines.map((line) => line.replace(/^(\w+): (\S+).* (\S+=\S+)\.$/, '$1 $2 $3'))).to.deep.equal([
      'loses binlog_format binlog_format=ROW',
      'loses wsrep_OSU_method wsrep_OSU_method=TOI',
      'warns wsrep_certify_nonPK wsrep_certify_nonPK=ON',
      'warns wsrep_dirty_reads wsrep_dirty_reads=OFF',
      'warns innodb_autoinc_lock_mode innodb_autoinc_lock_mode=2',
      'warns wsrep_trx_fragment_size wsrep_trx_fragment_size=0',
    ])
  })

  it('refuse Galera on MySQL, which has no compound statements', () => {
    expect(galera({}, { isMariadb: false })).to.deep.equal([
      'loses: Galera on MySQL (Percona XtraDB Cluster) can keep a transaction in part when two nodes write. Use MariaDB with Galera, or MySQL with group replication.',
    ])
  })

  it('find a node without a provider, which loses writes if there are others', () => {
    const alone = { wsrep_provider: 'none', wsrep_certify_nonpk: 'OFF' }
    expect(galera(alone)).to.have.length(1)
    expect(galera(alone)[0]).to.match(/^warns: wsrep_provider is none/)
    expect(galera(alone, { addresses: 3 })[0]).to.match(/^loses: wsrep_provider is none/)
  })

  it("report that a crash of all nodes loses what Galera hasn't flushed", () => {
    const variables = { ...GALERA, innodb_flush_log_at_trx_commit: '2', sql_mode: 'STRICT_ALL_TABLES' }
    const session = { transaction_isolation: 'READ-COMMITTED' }
    expect(linesOf(serverRisks(facts({ variables: { ...variables, ...session } })))).to.deep.equal([
      'loses: innodb_flush_log_at_trx_commit is 2, so a crash of all nodes loses acknowledged writes. Set innodb_flush_log_at_trx_commit=1.',
    ])
  })

  it('find flushes that only MySQL can skip', () => {
    const variables = {
      innodb_flush_log_at_trx_commit: '3',
      innodb_doublewrite: 'DETECT_ONLY',
      innodb_flush_method: 'O_DIRECT_NO_FSYNC',
    }
    const status = { innodb_redo_log_enabled: 'OFF' }
    const lines = linesOf(serverRisks(facts({ variables, status, isMariadb: false })))
    expect(lines.map((line) => line.split(' so ')[0])).to.deep.equal([
      'loses: innodb_flush_log_at_trx_commit is 3,',
      'loses: the redo log of InnoDB is disabled,',
      'loses: innodb_doublewrite is DETECT_ONLY,',
      'warns: innodb_flush_method is O_DIRECT_NO_FSYNC, which is safe only if the disk has no volatile cache. Set innodb_flush_method=O_DIRECT.',
      "loses: sql_mode isn't strict,",
      'loses: transactions are undefined, not READ-COMMITTED. Let Postrider set the isolation: a proxy, or init_connect, changes it.',
    ])
  })

  it('warn of a group with several primaries, or whose members return old data or wait for a majority', () => {
    const group = (variables: Settings, addresses = 1): readonly string[] =>
      linesOf(
        groupRisks(
          facts({
            addresses,
            variables: { group_replication_group_name: 'a-name', ...variables },
            isMariadb: false,
          }),
        ),
      )
    const at = 'group_replication_'
    const single = { [`${at}single_primary_mode`]: 'ON' }
    expect(group({ ...single, [`${at}consistency`]: 'BEFORE_ON_PRIMARY_FAILOVER' })).to.deep.equal([])
    expect(group({ ...single, [`${at}consistency`]: 'EVENTUAL' })[0]).to.match(/^warns: .* is EVENTUAL/)
    const several = { [`${at}single_primary_mode`]: 'OFF' }
    expect(group({ ...several, [`${at}consistency`]: 'BEFORE' })).to.deep.equal([
      'warns: the group has several primaries, so it can stop for minutes when one of them fails. Use one primary: SELECT group_replication_switch_to_single_primary_mode().',
    ])
    const leaving = {
      ...single,
      [`${at}unreachable_majority_timeout`]: '0',
      [`${at}exit_state_action`]: 'READ_ONLY',
    }
    expect(group(leaving, 1)).to.have.length(1)
    expect(group(leaving, 3).join('\n')).to.match(
      /unreachable_majority_timeout=10\.\nwarns: .*exit_state_action=OFFLINE_MODE\.$/,
    )
    expect(groupRisks(facts({ variables: { [`${at}group_name`]: '' } }))).to.deep.equal([])
  })

  it("report that replicas can't be seen, if the address lists several servers", () => {
    expect(replicaRisks(facts({ replicas: undefined }))).to.deep.equal([])
    expect(linesOf(replicaRisks(facts({ replicas: undefined, addresses: 2 })))).to.deep.equal([
      "warns: this user can't see whether replicas are connected, so asynchronous ones aren't found. Grant it the privilege PROCESS.",
    ])
  })

  it('find semi-synchronous replication that was given up, and asynchronous replicas', () => {
    const at = 'rpl_semi_sync_source_'
    const variables = {
      [`${at}enabled`]: 'ON',
      [`${at}wait_point`]: 'AFTER_SYNC',
      [`${at}wait_no_replica`]: 'ON',
      [`${at}timeout`]: '4294967295',
    }
    const status = { [`${at}status`]: 'OFF', [`${at}clients`]: '1' }
    const lines = linesOf(
      replicaRisks(facts({ variables, status, replicas: 3, addresses: 2, isMariadb: false })),
    )
    expect(lines).to.deep.equal([
      `loses: ${at}status is OFF, so commits don't wait for a replica at the moment. Start a semi-synchronous replica.`,
      'warns: 2 of 3 replicas are asynchronous and can lack the last acknowledged writes. Promote only semi-synchronous replicas.',
    ])
  })

  it('only warn of an asynchronous replica of a Galera cluster, whose nodes take over for each other', () => {
    const lines = linesOf(replicaRisks(facts({ variables: GALERA, replicas: 1, addresses: 3 })))
    expect(lines).to.have.length(1)
    expect(lines[0]).to.match(/^warns: replication to 1 replica is asynchronous/)
  })
})
