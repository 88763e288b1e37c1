import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { parsePostgresUrl } from '@postrider/storage-postgres/address'
import { postgresDialect } from '@postrider/storage-postgres/dialect'
import { parseMysqlUrl } from '@postrider/storage-sql/mysql/address'
import { holdCopy } from '@postrider/storage-sql/platform/installation/hold-copy'
import { mysqlDialect } from '@postrider/storage-sql/mysql/dialect'
import { copyDatabase } from '@postrider/storage-sql/sqlite/copy-database'
import { databaseFile, isEmbedded, type Settings } from './settings.js'

/** Copies the embedded database into a file that is not there yet, held; rejects with a sentence where it cannot be. */
export const backUpEmbedded = (settings: Settings, file: string): Promise<void> =>
  copyDatabase(databaseFile(settings), file)

const quoted = (word: string): string =>
  /^[\w.@:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** The commands that back a database up into a file, and put it back. */
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

/** As plain SQL, so that the mark can be written behind it, where the dump has left no schema to look in. */
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
 * The commands that back a database of a server up into a file, and put it back; the password is asked for, or taken from
 * MYSQL_PWD or PGPASSWORD. Undefined for an embedded database. They name the first server of a list: a replica is as good
 * for the copy, and what is put back has to go to the one that takes writes.
 */
export const backupCommands = (settings: Settings, file: string): BackupCommands | undefined => {
  const { storageUrl } = settings
  if (isEmbedded(settings)) return undefined
  const { urls } = splitServers(storageUrl)
  return storageUrl.startsWith('postgres:')
    ? commandsOfPostgres(urls[0], file)
    : commandsOfMysql(urls[0], file)
}
