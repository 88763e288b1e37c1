import { parseMysqlUrl } from '@postrider/storage-sql/mysql/address'
import { holdCopy } from '@postrider/storage-sql/installation/hold-copy'
import { mysqlDialect } from '@postrider/storage-sql/mysql/dialect'
import { copyDatabase } from '@postrider/storage-sql/sqlite/copy-database'
import { databaseFile, isEmbedded, type Settings } from './settings.js'

/** Copies the embedded database into a file that is not there yet, held; rejects with a sentence where it cannot be. */
export const backUpEmbedded = (settings: Settings, file: string): Promise<void> =>
  copyDatabase(databaseFile(settings), file)

const quoted = (word: string): string =>
  /^[\w.@:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/**
 * The commands that back a MySQL or MariaDB database up into a file, and put it back; the password is asked for, or
 * taken from MYSQL_PWD. Undefined for an embedded database.
 */
export const backupCommands = (
  settings: Settings,
  file: string,
): { readonly backUp: readonly string[]; readonly putBack: readonly string[] } | undefined => {
  if (isEmbedded(settings)) return undefined
  const { host = 'localhost', port = 3306, user = '', database = '' } = parseMysqlUrl(settings.storageUrl)
  const at = `--host=${quoted(host)} --port=${port} --user=${quoted(user)}`
  const into = quoted(file)
  return {
    backUp: [
      `mariadb-dump --single-transaction --quick --hex-blob ${at} ${quoted(database)} > ${into}`,
      `echo "${holdCopy(mysqlDialect)};" >> ${into}`,
    ],
    putBack: [`mariadb ${at} ${quoted(database)} < ${into}`],
  }
}
