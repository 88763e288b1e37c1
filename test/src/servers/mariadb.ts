import { execFile } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { madeOnce } from './made-once.js'
import { freshDirectory, runDirectory } from './run-directory.js'
import { deathOf, startProcess, untilReady, type ServerProcess } from './server-process.js'
import { startAgain, type StartLimits } from './start-again.js'

/** A private MariaDB that flushes at every commit, on loopback, with `root` and no password. */
export interface Mariadb {
  /** `mysql://root@127.0.0.1:port`, without a database. */
  readonly url: string
  readonly port: number
  pid(): number
  /** What it said at its end, where nobody here ended it. */
  death(): string | undefined
  /** SIGKILL, as a power cut of the server process alone; the data stays. */
  kill(): Promise<void>
  /** Starts it again on the same data and port, after `kill` or while it runs. */
  restart(): Promise<void>
  /** Ends it in an orderly way and removes its data. */
  stop(): Promise<void>
}

export interface MariadbOptions extends StartLimits {
  readonly bufferPoolMiB?: number
  readonly logFileMiB?: number
}

const isRoot = process.getuid?.() === 0
const asRoot = isRoot ? ['--user=root'] : []

const initialise = async (datadir: string): Promise<void> => {
  const args = [
    '--no-defaults',
    ...asRoot,
    `--datadir=${datadir}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
    '--innodb-log-file-size=8M',
  ]
  const env = { ...process.env, TMPDIR: runDirectory() }
  await promisify(execFile)(binary('mariadbInstallDb'), args, { env, timeout: 60_000, killSignal: 'SIGKILL' })
}

/** The initialised data folder is made once a run and then only copied. */
const initialisedDatadir = (): Promise<string> => madeOnce('mariadb-template', initialise)

/**
 * For the temporary tables. A MariaDB that starts removes all that it finds there, also those of another one, which dies of
 * it (of a signal, in `ha_maria::drop_table`): no two may have the same.
 */
const temporary = (directory: string): string => join(directory, 'tmp')

const launch = async (
  directory: string,
  port: number,
  options: MariadbOptions,
  withinMs = 30_000,
): Promise<ServerProcess> => {
  const server = await startProcess({
    path: binary('mariadbd'),
    args: [
      '--no-defaults',
      ...asRoot,
      `--datadir=${join(directory, 'data')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(directory, 's.sock')}`,
      `--pid-file=${join(directory, 'pid')}`,
      `--tmpdir=${temporary(directory)}`,
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--innodb-flush-log-at-trx-commit=1',
      `--innodb-buffer-pool-size=${options.bufferPoolMiB ?? 128}M`,
      `--innodb-log-file-size=${options.logFileMiB ?? 64}M`,
      '--max-connections=600',
    ],
    logFile: join(directory, 'mariadb.log'),
  })
  const probe = async (): Promise<void> => {
    const connection = await createConnection({
      host: '127.0.0.1',
      port,
      user: 'root',
      connectTimeout: 2_000,
    })
    await connection.end()
  }
  await untilReady(server, { name: 'MariaDB', timeoutMs: withinMs, probe })
  return server
}

interface Begun {
  readonly directory: string
  readonly port: number
  readonly server: ServerProcess
}

/** In a folder and on a port of its own; where it does not come up, both are given back. */
const begin = async (options: MariadbOptions, withinMs?: number): Promise<Begun> => {
  const directory = await freshDirectory('mariadb')
  try {
    await cp(await initialisedDatadir(), join(directory, 'data'), { recursive: true })
    await mkdir(temporary(directory))
    const port = await freePort()
    return { directory, port, server: await launch(directory, port, options, withinMs) }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

export const startMariadb = async (options: MariadbOptions = {}): Promise<Mariadb> => {
  const begun = await startAgain('MariaDB', options, (withinMs) => begin(options, withinMs))
  const { directory, port } = begun
  let { server } = begun
  return {
    url: `mysql://root@127.0.0.1:${port}`,
    port,
    pid: () => server.pid,
    death: () => deathOf('MariaDB', server),
    kill: () => server.end('SIGKILL'),
    restart: async () => {
      await server.end('SIGTERM')
      server = await startAgain('MariaDB', options, (withinMs) => launch(directory, port, options, withinMs))
    },
    stop: async () => {
      await server.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
