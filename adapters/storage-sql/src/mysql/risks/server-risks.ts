import {
  losingRisk,
  mildRisk,
  type StorageRisk,
} from '@postrider/core/platform/domain/installation/storage-risk'
import type { ServerFacts, ServerSettings } from './facts.js'

const isOff = (value: string | undefined): boolean => value === 'OFF' || value === '0'

/** MariaDB's value 3 flushes at every commit, too. */
const flushesLog = (value: string | undefined, isMariadb: boolean): boolean =>
  value === '1' || (isMariadb && value === '3')

const logRisks = ({ variables, status, isMariadb }: ServerFacts): readonly StorageRisk[] => {
  const flush = variables.get('innodb_flush_log_at_trx_commit')
  const sync = variables.get('sync_binlog')
  const event = variables.get('wsrep_on') === 'ON' ? 'a crash of all nodes' : 'a power cut'
  return [
    ...(flushesLog(flush, isMariadb)
      ? []
      : [
          losingRisk(
            `innodb_flush_log_at_trx_commit is ${flush}, so ${event} loses acknowledged writes`,
            'Set innodb_flush_log_at_trx_commit=1.',
          ),
        ]),
    ...(variables.get('log_bin') !== 'ON' || sync === '1'
      ? []
      : [
          losingRisk(
            `sync_binlog is ${sync} while the binary log is on, so a power cut loses acknowledged writes`,
            'Set sync_binlog=1.',
          ),
        ]),
    ...(isOff(status.get('innodb_redo_log_enabled'))
      ? [
          losingRisk(
            'the redo log of InnoDB is disabled, so a crash destroys the database',
            'Run: ALTER INSTANCE ENABLE INNODB REDO_LOG;',
          ),
        ]
      : []),
  ]
}

const fileRisks = (variables: ServerSettings): readonly StorageRisk[] => {
  const doublewrite = variables.get('innodb_doublewrite')
  const method = variables.get('innodb_flush_method') ?? ''
  return [
    ...(isOff(doublewrite) || doublewrite === 'DETECT_ONLY'
      ? [
          losingRisk(
            `innodb_doublewrite is ${doublewrite}, so a power cut can leave pages written in part`,
            'Set innodb_doublewrite=ON.',
          ),
        ]
      : []),
    ...(/^(no|little)sync$/i.test(method)
      ? [
          losingRisk(
            `innodb_flush_method is ${method}, which skips flushes`,
            'Set innodb_flush_method=fsync.',
          ),
        ]
      : []),
    ...(/^O_DIRECT_NO_FSYNC$/i.test(method)
      ? [
          mildRisk(
            `innodb_flush_method is ${method}, which is safe only if the disk has no volatile cache`,
            'Set innodb_flush_method=O_DIRECT.',
          ),
        ]
      : []),
    ...(variables.get('debug_no_sync') === 'ON'
      ? [losingRisk('debug_no_sync is ON, so files are never flushed', 'Set debug_no_sync=OFF.')]
      : []),
  ]
}

/** Postrider sets both on every connection; only a proxy between it and the server can change them. */
const sessionRisks = (variables: ServerSettings): readonly StorageRisk[] => {
  const isolation = variables.get('transaction_isolation') ?? variables.get('tx_isolation')
  return [
    ...(/STRICT_(ALL|TRANS)_TABLES/.test(variables.get('sql_mode') ?? '')
      ? []
      : [
          losingRisk(
            "sql_mode isn't strict, so values can be cut off",
            'Let Postrider set sql_mode: a proxy, or init_connect, changes it.',
          ),
        ]),
    ...(isolation === 'READ-COMMITTED'
      ? []
      : [
          losingRisk(
            `transactions are ${isolation}, not READ-COMMITTED`,
            'Let Postrider set the isolation: a proxy, or init_connect, changes it.',
          ),
        ]),
  ]
}

/** The number of tables that are named; the others are only counted. */
const NAMED = 5

const tableRisks = ({ foreignTables }: ServerFacts): readonly StorageRisk[] => {
  if (foreignTables.length === 0) return []
  const named = foreignTables.slice(0, NAMED)
  const others = foreignTables.length - named.length
  const list = [
    ...named.map(({ name, engine }) => `${name} (${engine})`),
    ...(others > 0 ? [`${others} more`] : []),
  ].join(', ')
  const statements = named.map(({ name }) => `ALTER TABLE ${name} ENGINE=InnoDB;`).join(' ')
  return [losingRisk(`tables outside InnoDB have no transactions: ${list}`, `Run: ${statements}`)]
}

/** The risks of a single server: flushing, sessions and tables. */
export const serverRisks = (facts: ServerFacts): readonly StorageRisk[] => [
  ...logRisks(facts),
  ...fileRisks(facts.variables),
  ...sessionRisks(facts.variables),
  ...tableRisks(facts),
]
