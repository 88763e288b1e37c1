import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { parsePostgresUrl } from '@postrider/storage-postgres/address'
import { postgresDialect } from '@postrider/storage-postgres/dialect'
import { parseMysqlUrl } from '@postrider/storage-sql/mysql/address'
import { holdCopy } from '@postrider/storage-sql/platform/installation/hold-copy'
import { mysqlDialect } from '@postrider/storage-sql/mysql/dialect'
import { copyDatabase } from '@postrider/storage-sql/sqlite/copy-database'
import { databaseFile, isEmbedded, type Settings } from './settings.js'

/**
 * Copies the embedded database into a new file, marked as held; rejects with a sentence if that isn't
 * possible.
 */
export const backUpEmbedded = (settings: Settings, file: string): Promise<void> =>
  copyDatabase(databaseFile(settings), file)

const quoted = (word: string): string =>
  /^[\w.@:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** The commands that back up a database into a file, and restore it. */
interface BackupCommands {
  readonly backUp: readonly string[]
  readonly putBack: readonly string[]
}

const commandsOfMysql = (url: string, file: string): BackupCommands => {
  const { host = 'localhost', port = 3306, user = '', database = '' } = parseMysqlUrl(url)
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

/**
 * As plain SQL, so that the hold mark can be appended. The dump leaves the search path empty, so the mark
 * sets it.
 */
const commandsOfPostgres = (url: string, file: string): BackupCommands => {
  const { host, port, user, database } = parsePostgresUrl(url)
  const at = `--host=${quoted(host)} --port=${port} --username=${quoted(user)} --dbname=${quoted(database)}`
  const into = quoted(file)
  return {
    backUp: [
      `pg_dump --no-owner --no-privileges ${at} > ${into}`,
      `echo "RESET search_path; ${holdCopy(postgresDialect)};" >> ${into}`,
    ],
    putBack: [`psql --quiet --set=ON_ERROR_STOP=1 --single-transaction ${at} < ${into}`],
  }
}

/**
 * The commands that back up a server's database into a file, and restore it. The password is asked for, or
 * taken from MYSQL_PWD or PGPASSWORD. Undefined for an embedded database. They name the first server of a
 * list: a replica is also suitable for the copy, but the restore has to go to the server that accepts writes.
 */
export const backupCommands = (settings: Settings, file: string): BackupCommands | undefined => {
  const { storageUrl } = settings
  if (isEmbedded(settings)) return undefined
  const { urls } = splitServers(storageUrl)
  return storageUrl.startsWith('postgres:')
    ? commandsOfPostgres(urls[0], file)
    : commandsOfMysql(urls[0], file)
}
