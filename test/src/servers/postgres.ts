import { readFileSync } from 'node:fs'
import { chmod, cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { environmentIn, handOver, programIn, runProgram, type ProgramOptions } from './in-root.js'
import { madeOnce } from './made-once.js'
import type { ServerOptions } from './mysql-server.js'
import { freshDirectory, runDirectory, seenFrom } from './run-directory.js'
import { deathOf, startProcess, untilReady, type ServerProcess } from './server-process.js'
import { startAgain } from './start-again.js'
import { rootInUse } from './unpacked-engines.js'

/** A private PostgreSQL on loopback that flushes at every commit, with `postgres` and no password. */
export interface Postgres {
  /** `postgres://postgres@127.0.0.1:port`, without a database. */
  readonly url: string
  readonly port: number
  /** Its data directory, as the server sees it. */
  readonly data: string
  pid(): number
  /** Its last output, if it ended by itself. */
  death(): string | undefined
  /** Sends SIGKILL, like a power loss of the server's processes; the data stays. */
  kill(): Promise<void>
  /** Sends SIGSTOP to all its processes, like a machine that hangs; its connections stay open. */
  pause(): void
  resume(): void
  /** Stops it in order; the data stays for `restart`. */
  end(): Promise<void>
  /**
   * Starts it again on the same data and port, after `kill` or `end` or while it runs, optionally with other
   * `args`.
   */
  restart(args?: readonly string[]): Promise<void>
  /** Runs one of its programs, for example `pg_basebackup`, as its user, and returns the output. */
  run(program: string, args: readonly string[]): Promise<string>
  /** Stops it in order and removes its data. */
  stop(): Promise<void>
}

export interface PostgresOptions extends ServerOptions {
  readonly sharedBuffersMiB?: number
  /** The WAL size that triggers a checkpoint. */
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

/** Processes that have already ended are ignored. */
const endAtOnce = (pid: number): void => {
  if (isThere(pid)) process.kill(pid, 'SIGKILL')
}

const FOLDER_IN_ROOT = '/usr/lib/postgresql/18/bin'

const programOf = (root: string | undefined, name: string): string => {
  if (root !== undefined) return join(FOLDER_IN_ROOT, name)
  return name === 'initdb' ? binary('initdb') : join(dirname(binary('postgres')), name)
}

/** It doesn't run as root, so it uses the user that its package has created. */
const asItsUser = (root: string | undefined): ProgramOptions => ({ root, user: 'postgres' })

/** On this machine the user needs access to the directory. */
const letThrough = async (root: string | undefined): Promise<void> => {
  if (root === undefined && process.getuid?.() === 0) await chmod(runDirectory(), 0o711)
}

const initialize = async (data: string, root: string | undefined): Promise<void> => {
  await letThrough(root)
  await handOver(dirname(data), 'postgres', root)
  const args = [
    `--pgdata=${seenFrom(root, data)}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  await runProgram(asItsUser(root), { path: programOf(root, 'initdb'), args })
}

/** The initialized data directory is created once per run and then only copied. */
const initializedData = (root: string | undefined): Promise<string> =>
  madeOnce('postgres-template', (data) => initialize(data, root), root)

interface Place {
  readonly directory: string
  readonly port: number
}

const launch = async (
  { directory, port }: Place,
  { root, sharedBuffersMiB = 128, maxWalMiB = 1024, args = [] }: PostgresOptions,
  withinMs = 30_000,
): Promise<ServerProcess> => {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: `${sharedBuffersMiB}MB`,
    max_wal_size: `${maxWalMiB}MB`,
    max_connections: '600',
    // A root has no /dev/shm.
    ...(root === undefined ? {} : { dynamic_shared_memory_type: 'mmap' }),
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = programIn(asItsUser(root), {
    path: programOf(root, 'postgres'),
    args: ['-D', seenFrom(root, join(directory, 'data')), '-p', String(port), ...given, ...args],
  })
  const server = await startProcess({
    ...command,
    env: environmentIn(root),
    logFile: join(directory, 'postgres.log'),
  })
  const probe = async (): Promise<void> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    await client.end()
  }
  await untilReady(server, { name: 'PostgreSQL', timeoutMs: withinMs, probe })
  return server
}

const childrenOf = ({ pid }: ServerProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child.trim() !== '')
    .map(Number)

/** Each of its processes has its own process group, and keeps the server's memory while it lives. */
const killAll = async (server: ServerProcess): Promise<void> => {
  if (!server.isAlive()) return
  const pids = childrenOf(server)
  await server.end('SIGKILL')
  for (const pid of pids) endAtOnce(pid)
  for (let waitedMs = 0; waitedMs < 3_000 && pids.some(isThere); waitedMs += 10) await sleep(10)
}

/** A stopped postmaster starts no more processes. */
const signalAll = (server: ServerProcess, signal: 'SIGSTOP' | 'SIGCONT'): void => {
  server.signal(signal)
  for (const pid of childrenOf(server)) if (isThere(pid)) process.kill(pid, signal)
}

const fillData = async (directory: string, { root, fill }: PostgresOptions): Promise<void> => {
  const data = join(directory, 'data')
  if (fill === undefined) {
    await cp(await initializedData(root), data, { recursive: true })
  } else {
    await mkdir(data, { mode: 0o700 })
    await handOver(directory, 'postgres', root)
    await fill(seenFrom(root, data))
  }
  await handOver(directory, 'postgres', root)
}

interface Begun extends Place {
  readonly server: ServerProcess
}

/** Starts a server in its own directory and on its own port; both are removed if it doesn't start. */
const begin = async (options: PostgresOptions, withinMs?: number): Promise<Begun> => {
  const directory = await freshDirectory('postgres', options.root)
  try {
    await fillData(directory, options)
    const place = { directory, port: options.port ?? (await freePort()) }
    return { ...place, server: await launch(place, options, withinMs) }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

const withRoot = (options: PostgresOptions): PostgresOptions => {
  const root = options.root ?? rootInUse('postgres')
  return root === undefined ? options : { ...options, root }
}

/** The run's PostgreSQL: this machine's, unless an unpacked one is in use. */
export const startPostgres = async (given: PostgresOptions = {}): Promise<Postgres> => {
  const options = withRoot(given)
  const begun = await startAgain('PostgreSQL', options, (withinMs) => begin(options, withinMs))
  const { directory, port } = begun
  const { root } = options
  let { server } = begun
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    port,
    data: seenFrom(root, join(directory, 'data')),
    pid: () => server.pid,
    death: () => deathOf('PostgreSQL', server),
    kill: () => killAll(server),
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
    end: () => server.end('SIGINT'),
    restart: async (args = options.args ?? []) => {
      await server.end('SIGINT')
      server = await startAgain('PostgreSQL', options, (withinMs) =>
        launch({ directory, port }, { ...options, args }, withinMs),
      )
    },
    run: (name, args) => runProgram(asItsUser(root), { path: programOf(root, name), args }),
    stop: async () => {
      await server.end('SIGINT')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
