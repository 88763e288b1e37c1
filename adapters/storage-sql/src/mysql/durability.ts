import type { Driver } from '../engine/driver.js'
import type { Cells } from '../cells/cell.js'
import { statement } from '../engine/template.js'

const readSettings = statement(`
  SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog, @@session.sql_mode`)
const readIsolation = statement(`SHOW SESSION VARIABLES WHERE Variable_name IN (?*)`)

const gapsOf = ([flush, logBin, syncBinlog, mode]: Cells, isolation: unknown): readonly string[] => [
  ...(Number(flush) === 1 ? [] : [`innodb_flush_log_at_trx_commit is ${flush}, not 1`]),
  ...(Number(logBin) === 0 || Number(syncBinlog) === 1
    ? []
    : [`the binary log is on and sync_binlog is ${syncBinlog}, not 1`]),
  ...(/STRICT_(ALL|TRANS)_TABLES/.test(String(mode)) ? [] : ['sql_mode is not strict']),
  ...(isolation === 'READ-COMMITTED' ? [] : [`transactions are ${String(isolation)}, not READ-COMMITTED`]),
]

const readVersion = statement(`SELECT VERSION(), @@version_comment`)

/** Which server this is: `MariaDB 10.11.6`, `MySQL 8.4.3`. */
export const serverName = async (driver: Driver): Promise<string> => {
  const [rows] = await driver.read([readVersion()], 'each')
  const [version, comment] = (rows?.[0] ?? []).map(String)
  const kind = /mariadb/i.test(`${version} ${comment}`) ? 'MariaDB' : 'MySQL'
  return `${kind} ${/^[\d.]+/.exec(version ?? '')?.[0] ?? ''}`.trim()
}

/** What keeps an acknowledged commit of this server from surviving a power cut (docs/promises#durability). */
export const durabilityGaps = async (driver: Driver): Promise<readonly string[]> => {
  // MariaDB and MySQL call the variable by different names.
  const [settings, isolation] = await driver.read(
    [readSettings(), readIsolation(['tx_isolation', 'transaction_isolation'])],
    'each',
  )
  return gapsOf(settings?.[0] ?? [], isolation?.[0]?.[1])
}
