import { rm, writeFile } from 'node:fs/promises'
import { runProgram } from './in-root.js'
import { startMariadb } from './mariadb.js'
import {
  runAs,
  startMysqlServer,
  type MysqlKind,
  type MysqlServer,
  type MysqlServerOptions,
} from './mysql-server.js'
import { rootInUse, unpackedRoot } from './unpacked-engines.js'

const PROGRAM = '/usr/sbin/mysqld'

/** The server creates only `root@localhost`, which isn't the account of 127.0.0.1 without name resolution. */
const ACCOUNT = `CREATE USER root@'127.0.0.1' IDENTIFIED BY '';
GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
`

const initialize = async (data: string, root: string | undefined): Promise<void> => {
  const statements = `${data}.sql`
  await writeFile(`${root ?? ''}${statements}`, ACCOUNT)
  const args = [
    '--no-defaults',
    ...runAs(root),
    '--initialize-insecure',
    `--datadir=${data}`,
    `--init-file=${statements}`,
    '--secure-file-priv=NULL',
    '--skip-name-resolve',
    '--disable-log-bin',
    '--innodb-redo-log-capacity=8M',
  ]
  await runProgram({ root }, { path: PROGRAM, args })
  // The file has the server's identity, and two servers of a group must not have the same.
  await rm(`${root ?? ''}${data}/auto.cnf`)
}

const mysql: MysqlKind = {
  name: 'MySQL',
  program: () => PROGRAM,
  initialize,
  args: ({ logFileMiB = 64 }) => [
    `--innodb-redo-log-capacity=${logFileMiB}M`,
    '--secure-file-priv=NULL',
    '--mysqlx=OFF',
  ],
}

/** MySQL of the unpacked root, because Debian 12 doesn't have it. */
export const startMysql = (options: MysqlServerOptions = {}): Promise<MysqlServer> =>
  startMysqlServer(mysql, { root: unpackedRoot('mysql'), ...options })

/** The run's server for MySQL: MySQL if it is in use, otherwise MariaDB. */
export const mysqlInUse = (): string => (rootInUse('mysql') === undefined ? 'MariaDB' : 'MySQL')

/** The unpacked root of the server for MySQL; undefined for the machine's own. */
export const mysqlRootInUse = (): string | undefined => rootInUse('mysql') ?? rootInUse('mariadb')

/** A test's own server of the same kind as the run's. */
export const startMysqlInUse = (options?: MysqlServerOptions): Promise<MysqlServer> =>
  rootInUse('mysql') === undefined ? startMariadb(options) : startMysql(options)
