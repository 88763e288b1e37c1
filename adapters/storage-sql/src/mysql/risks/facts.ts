import { readInteger } from '../../cells/cell.js'
import type { Driver } from '../../engine/driver.js'
import type { Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'

/** Values of variables or status counters, by their lower-case names. */
export type ServerSettings = ReadonlyMap<string, string>

/** A table in another storage engine than InnoDB. */
export interface ForeignTable {
  readonly name: string
  readonly engine: string
}

/** The facts about a server that the rules need. */
export interface ServerFacts {
  readonly isMariadb: boolean
  /** Global variables; those of this session replace them. */
  readonly variables: ServerSettings
  readonly status: ServerSettings
  readonly foreignTables: readonly ForeignTable[]
  /** Connected replicas; undefined if this user can't see them. */
  readonly replicas: number | undefined
  /** How many servers the storage address lists. */
  readonly addresses: number
}

const SEMI_SYNC = ['source', 'master'].flatMap((role) =>
  ['enabled', 'timeout', 'wait_point', 'wait_no_replica', 'wait_no_slave'].map(
    (name) => `rpl_semi_sync_${role}_${name}`,
  ),
)

/** The options of Galera's library that decide whether a cluster is safe. */
export const PROVIDER_OPTIONS = [
  'pc.ignore_quorum',
  'pc.ignore_sb',
  'pc.recovery',
  'repl.commit_order',
] as const

/** The variable that shows an option of Galera's library: `wsrep_provider_pc_ignore_sb`. */
export const providerVariable = (option: string): string => `wsrep_provider_${option.replaceAll('.', '_')}`

const GLOBAL = [
  'binlog_format',
  'debug_no_sync',
  'group_replication_exit_state_action',
  'group_replication_group_name',
  'group_replication_single_primary_mode',
  'group_replication_unreachable_majority_timeout',
  'innodb_autoinc_lock_mode',
  'innodb_doublewrite',
  'innodb_flush_log_at_trx_commit',
  'innodb_flush_method',
  'log_bin',
  'sync_binlog',
  'wsrep_certify_nonpk',
  'wsrep_on',
  'wsrep_provider',
  'wsrep_provider_options',
  // MariaDB's plug-in wsrep_provider has a variable for each option.
  ...PROVIDER_OPTIONS.map(providerVariable),
  ...SEMI_SYNC,
]

const SESSION = [
  'group_replication_consistency',
  'sql_mode',
  // MariaDB and MySQL use different names for the isolation level.
  'transaction_isolation',
  'tx_isolation',
  'wsrep_dirty_reads',
  'wsrep_osu_method',
  'wsrep_trx_fragment_size',
]

const STATUS = [
  'innodb_redo_log_enabled',
  'rpl_semi_sync_master_clients',
  'rpl_semi_sync_master_status',
  'rpl_semi_sync_source_clients',
  'rpl_semi_sync_source_status',
  'slaves_connected',
]

const askVersion = statement('SELECT VERSION(), @@version_comment')
const askGlobal = statement('SHOW GLOBAL VARIABLES WHERE Variable_name IN (?*)')
const askSession = statement('SHOW SESSION VARIABLES WHERE Variable_name IN (?*)')
const askStatus = statement('SHOW GLOBAL STATUS WHERE Variable_name IN (?*)')
const askTables = statement(`
  SELECT TABLE_NAME, ENGINE FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND ENGINE <> 'InnoDB' ORDER BY TABLE_NAME`)
const askProcesses = statement('SHOW PROCESSLIST')
const askPrivilege = statement(`
  SELECT COUNT(*) FROM information_schema.USER_PRIVILEGES WHERE PRIVILEGE_TYPE = 'PROCESS'`)

const settingsIn = (...answers: ReadonlyArray<Rows | undefined>): ServerSettings =>
  new Map(
    answers.flatMap((rows = []) =>
      rows.map(([name, value]) => [String(name).toLowerCase(), String(value)] as const),
    ),
  )

/** The column of SHOW PROCESSLIST with the command of a connection. */
const COMMAND = 4

/** Replicas of a MySQL server: each reads the binary log over a connection, which only some users can see. */
const connectedReplicas = async (driver: Pick<Driver, 'read'>): Promise<number | undefined> => {
  const [processes = [], privileges] = await driver.read([askProcesses(), askPrivilege()], 'each')
  const seen = processes.filter((row) => String(row[COMMAND]).startsWith('Binlog Dump')).length
  const seesAll = readInteger(privileges?.[0]?.[0] ?? 0) > 0
  return seen > 0 || seesAll ? seen : undefined
}

/** Reads what the rules need. No statement here needs a privilege that an ordinary user lacks. */
export const readServerFacts = async (
  driver: Pick<Driver, 'read'>,
  addresses: number,
): Promise<ServerFacts> => {
  const [version, ...answers] = await driver.read(
    [askVersion(), askGlobal(GLOBAL), askSession(SESSION), askStatus(STATUS), askTables()],
    'each',
  )
  const [global, session, states, tables = []] = answers
  const isMariadb = /mariadb/i.test((version?.[0] ?? []).join(' '))
  const variables = settingsIn(global, session)
  const status = settingsIn(states)
  const counted = status.get('slaves_connected')
  const hasBinaryLog = variables.get('log_bin') === 'ON'
  const countReplicas = async (): Promise<number | undefined> => {
    if (!hasBinaryLog) return 0
    return counted === undefined ? connectedReplicas(driver) : Number(counted)
  }
  return {
    isMariadb,
    variables,
    status,
    foreignTables: tables.map(([name, engine]) => ({ name: String(name), engine: String(engine) })),
    replicas: await countReplicas(),
    addresses,
  }
}
