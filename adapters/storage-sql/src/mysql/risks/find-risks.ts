import type { StorageRisk } from '@postrider/core/domain/installation/storage-risk'
import type { Cells } from '../../cells/cell.js'
import type { Driver } from '../../engine/driver.js'
import { statement } from '../../engine/template.js'

const readSettings = statement(`
  SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog, @@session.sql_mode`)
const readIsolation = statement(`SHOW SESSION VARIABLES WHERE Variable_name IN (?*)`)

const risksOf = ([flush, logBin, syncBinlog, mode]: Cells, isolation: unknown): readonly StorageRisk[] => [
  ...(Number(flush) === 1
    ? []
    : [
        {
          problem: `innodb_flush_log_at_trx_commit is ${flush}`,
          fix: 'Set innodb_flush_log_at_trx_commit=1.',
          losesWrites: true,
        },
      ]),
  ...(Number(logBin) === 0 || Number(syncBinlog) === 1
    ? []
    : [
        {
          problem: `sync_binlog is ${syncBinlog} while the binary log is on`,
          fix: 'Set sync_binlog=1.',
          losesWrites: true,
        },
      ]),
  ...(/STRICT_(ALL|TRANS)_TABLES/.test(String(mode))
    ? []
    : [{ problem: 'sql_mode is not strict', fix: 'Add STRICT_ALL_TABLES to sql_mode.', losesWrites: true }]),
  ...(isolation === 'READ-COMMITTED'
    ? []
    : [
        {
          problem: `transactions are ${String(isolation)}, not READ-COMMITTED`,
          fix: 'Set transaction_isolation=READ-COMMITTED.',
          losesWrites: true,
        },
      ]),
]

/** What isn't safe about this server (docs/promises#durability). */
export const findMysqlRisks = async (driver: Driver): Promise<readonly StorageRisk[]> => {
  // MariaDB and MySQL call the variable by different names.
  const [settings, isolation] = await driver.read(
    [readSettings(), readIsolation(['tx_isolation', 'transaction_isolation'])],
    'each',
  )
  return risksOf(settings?.[0] ?? [], isolation?.[0]?.[1])
}
