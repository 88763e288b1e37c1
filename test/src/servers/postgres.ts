import { execFile } from 'node:child_process'
import { chmod, cp, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { madeOnce } from './made-once.js'
import { freshDirectory, runDirectory } from './run-directory.js'
import { deathOf, startProcess, untilReady, type ServerProcess } from './server-process.js'
import { startAgain, type StartLimits } from './start-again.js'

/** A private PostgreSQL that flushes at every commit, on loopback, with `postgres` and no password. */
export interface Postgres {
  /** `postgres://postgres@127.0.0.1:port`, without a database. */
  readonly url: string
  readonly port: number
  pid(): number
  /** What it said at its end, where nobody here ended it. */
  death(): string | undefined
  /** SIGKILL, as a power cut of the server's processes alone; the data stays. */
  kill(): Promise<void>
  /** Starts it again on the same data and port, after `kill` or while it runs. */
  restart(): Promise<void>
  /** Ends it in an orderly way and removes its data. */
  stop(): Promise<void>
}

export interface PostgresOptions extends StartLimits {
  readonly sharedBuffersMiB?: number
  /** How much may be written before a checkpoint is made for that alone. */
  readonly maxWalMiB?: number
}

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** What has gone with the others already is left at that. */
const endAtOnce = (pid: number): void => {
  if (isThere(pid)) process.kill(pid, 'SIGKILL')
}

const isRoot = process.getuid?.() === 0

/** It does not run as root: then it is the user that its package has made. */
const asItsUser = (path: string, args: readonly string[]) =>
  isRoot
    ? {
        path: '/usr/bin/setpriv',
        args: ['--reuid=postgres', '--regid=postgres', '--init-groups', path, ...args],
      }
    : { path, args }

/** What is in the folder becomes its user's, who has to be let through to it. */
const handOver = async (directory: string): Promise<void> => {
  if (!isRoot) return
  await chmod(runDirectory(), 0o711)
  await promisify(execFile)('/usr/bin/chown', ['-R', 'postgres:postgres', directory])
}

const initialise = async (datadir: string): Promise<void> => {
  await handOver(dirname(datadir))
  const { path, args } = asItsUser(binary('initdb'), [
    `--pgdata=${datadir}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ])
  await promisify(execFile)(path, args, { timeout: 60_000, killSignal: 'SIGKILL' })
}

/** The initialised data folder is made once a run and then only copied. */
const initialisedDatadir = (): Promise<string> => madeOnce('postgres-template', initialise)

const launch = async (
  directory: string,
  port: number,
  { sharedBuffersMiB = 128, maxWalMiB = 1024 }: PostgresOptions,
  withinMs = 30_000,
): Promise<ServerProcess> => {
  const command = asItsUser(binary('postgres'), [
    '-D',
    join(directory, 'data'),
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    `shared_buffers=${sharedBuffersMiB}MB`,
    '-c',
    `max_wal_size=${maxWalMiB}MB`,
    '-c',
    'max_connections=600',
  ])
  const server = await startProcess({ ...command, logFile: join(directory, 'postgres.log') })
  const probe = async (): Promise<void> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    await client.end()
  }
  await untilReady(server, { name: 'PostgreSQL', timeoutMs: withinMs, probe })
  return server
}

/** Each of its processes is in a group of its own, and holds the server's memory while it lives. */
const killAll = async (server: ServerProcess): Promise<void> => {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  const pids = children
    .split(' ')
    .filter((pid) => pid.trim() !== '')
    .map(Number)
  await server.end('SIGKILL')
  for (const pid of pids) endAtOnce(pid)
  for (let waitedMs = 0; waitedMs < 3_000 && pids.some(isThere); waitedMs += 10) await sleep(10)
}

interface Begun {
  readonly directory: string
  readonly port: number
  readonly server: ServerProcess
}

/** In a folder and on a port of its own; where it does not come up, both are given back. */
const begin = async (options: PostgresOptions, withinMs?: number): Promise<Begun> => {
  const directory = await freshDirectory('postgres')
  try {
    await cp(await initialisedDatadir(), join(directory, 'data'), { recursive: true })
    await handOver(directory)
    const port = await freePort()
    return { directory, port, server: await launch(directory, port, options, withinMs) }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

export const startPostgres = async (options: PostgresOptions = {}): Promise<Postgres> => {
  const begun = await startAgain('PostgreSQL', options, (withinMs) => begin(options, withinMs))
  const { directory, port } = begun
  let { server } = begun
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    port,
    pid: () => server.pid,
    death: () => deathOf('PostgreSQL', server),
    kill: () => killAll(server),
    restart: async () => {
      await server.end('SIGINT')
      server = await startAgain('PostgreSQL', options, (withinMs) =>
        launch(directory, port, options, withinMs),
      )
    },
    stop: async () => {
      await server.end('SIGINT')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
