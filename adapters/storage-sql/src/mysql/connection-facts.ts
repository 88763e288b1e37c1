import type { Connection } from 'mysql2'
import { queryRows, shownValues } from './query-rows.js'

/** The properties of the server behind a connection that statements depend on. */
export interface ConnectionFacts {
  /** The longest text that the server reads, in bytes. */
  readonly longestBytes: number
  /** A MariaDB node of a Galera cluster. */
  readonly isGalera: boolean
  /** A member of MySQL's group replication, and whether every member accepts writes. */
  readonly group: 'none' | 'single-primary' | 'multi-primary'
  /** The server's `group_replication_consistency`; empty outside a group. */
  readonly groupConsistency: string
  /** MariaDB's `innodb_snapshot_isolation`, which is on by default from 11.6.2 on. */
  readonly isolatesSnapshots: boolean
}

const NAMES = [
  'max_allowed_packet',
  'version',
  'wsrep_on',
  'group_replication_group_name',
  'group_replication_single_primary_mode',
  'group_replication_consistency',
  'innodb_snapshot_isolation',
]

const groupOf = (values: ReadonlyMap<string, string>): ConnectionFacts['group'] => {
  if ((values.get('group_replication_group_name') ?? '') === '') return 'none'
  return values.get('group_replication_single_primary_mode') === 'OFF' ? 'multi-primary' : 'single-primary'
}

/**
 * Reads the properties of a connection's server; repeated for each new connection, since a server can join a
 * cluster.
 */
export const readConnectionFacts = async (connection: Connection): Promise<ConnectionFacts> => {
  const values = await shownValues(connection, 'SESSION VARIABLES', NAMES)
  const isMariadb = /mariadb/i.test(values.get('version') ?? '')
  return {
    longestBytes: Number(values.get('max_allowed_packet')),
    isGalera: isMariadb && values.get('wsrep_on') === 'ON',
    group: groupOf(values),
    groupConsistency: values.get('group_replication_consistency') ?? '',
    isolatesSnapshots: values.get('innodb_snapshot_isolation') === 'ON',
  }
}

/**
 * Makes each statement lock the newest version of a row, as READ COMMITTED means. With
 * `innodb_snapshot_isolation` a statement fails with error 1020 if a row that it has waited for is newer than
 * its own snapshot. A statement has a snapshot as soon as it also reads without locks, for example to find
 * the accounts of messages. If the row changes all the time, each further attempt fails too.
 */
export const lockNewestRows = async (connection: Connection, facts: ConnectionFacts): Promise<void> => {
  if (facts.isolatesSnapshots) await queryRows(connection, 'SET SESSION innodb_snapshot_isolation = OFF')
}

/** The consistency that replaces the server's if every member accepts writes; a stronger one is kept. */
const MULTI_PRIMARY: Readonly<Record<string, string>> = {
  EVENTUAL: 'BEFORE',
  BEFORE_ON_PRIMARY_FAILOVER: 'BEFORE',
  AFTER: 'BEFORE_AND_AFTER',
}

const groupReads = ({ group, groupConsistency }: ConnectionFacts): string | undefined => {
  if (group === 'multi-primary') return MULTI_PRIMARY[groupConsistency]
  return group === 'single-primary' && groupConsistency === 'EVENTUAL'
    ? 'BEFORE_ON_PRIMARY_FAILOVER'
    : undefined
}

/**
 * Makes a connection read everything that any process wrote before through another node: it waits until this
 * node has applied that (docs/promises#reads-on-clusters).
 */
export const settleReads = async (connection: Connection, facts: ConnectionFacts): Promise<void> => {
  if (facts.isGalera) await queryRows(connection, 'SET SESSION wsrep_sync_wait = @@wsrep_sync_wait | 1')
  const consistency = groupReads(facts)
  if (consistency !== undefined)
    await queryRows(connection, `SET SESSION group_replication_consistency = '${consistency}'`)
}
