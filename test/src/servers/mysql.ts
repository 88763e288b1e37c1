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

/** The server makes `root@localhost` only, which is another account than that of 127.0.0.1 where no names are resolved. */
const ACCOUNT = `CREATE USER root@'127.0.0.1' IDENTIFIED BY '';
GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
`

const initialise = async (data: string, root: string | undefined): Promise<void> => {
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
  // It holds the server's identity, and two servers of a group may not have the same.
  await rm(`${root ?? ''}${data}/auto.cnf`)
}

const mysql: MysqlKind = {
  name: 'MySQL',
  program: () => PROGRAM,
  initialise,
  args: ({ logFileMiB = 64 }) => [
    `--innodb-redo-log-capacity=${logFileMiB}M`,
    '--secure-file-priv=NULL',
    '--mysqlx=OFF',
  ],
}

/** MySQL, which Debian 12 doesn't have: of the unpacked root. */
export const startMysql = (options: MysqlServerOptions = {}): Promise<MysqlServer> =>
  startMysqlServer(mysql, { root: unpackedRoot('mysql'), ...options })

/** What the run has for MySQL's part: MySQL where that is in use, else MariaDB. */
export const mysqlInUse = (): string => (rootInUse('mysql') === undefined ? 'MariaDB' : 'MySQL')

/** The unpacked root of the server for MySQL's part; undefined for the machine's own. */
export const mysqlRootInUse = (): string | undefined => rootInUse('mysql') ?? rootInUse('mariadb')

/** A server of a test's own like the one of the run. */
export const startMysqlInUse = (options?: MysqlServerOptions): Promise<MysqlServer> =>
  rootInUse('mysql') === undefined ? startMariadb(options) : startMysql(options)
