import { binary } from './binaries.js'
import { runProgram } from './in-root.js'
import {
  runAs,
  startMysqlServer,
  type MysqlKind,
  type MysqlServer,
  type MysqlServerOptions,
} from './mysql-server.js'
import { runDirectory } from './run-directory.js'
import { rootInUse } from './unpacked-engines.js'

const mariadb: MysqlKind = {
  name: 'MariaDB',
  program: (root) => (root === undefined ? binary('mariadbd') : '/usr/sbin/mariadbd'),
  initialize: async (data, root) => {
    const args = [
      '--no-defaults',
      ...runAs(root),
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
      '--innodb-log-file-size=8M',
    ]
    const path = root === undefined ? binary('mariadbInstallDb') : '/usr/bin/mariadb-install-db'
    await runProgram({ root, env: root === undefined ? { TMPDIR: runDirectory() } : {} }, { path, args })
  },
  args: ({ logFileMiB = 64 }) => [`--innodb-log-file-size=${logFileMiB}M`],
}

/** The run's MariaDB: this machine's, unless an unpacked one is in use. */
export const startMariadb = (options: MysqlServerOptions = {}): Promise<MysqlServer> => {
  const root = options.root ?? rootInUse('mariadb')
  return startMysqlServer(mariadb, root === undefined ? options : { ...options, root })
}
