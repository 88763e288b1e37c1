import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { freePort } from './free-port.js'
import { environmentIn, handOver, programIn } from './in-root.js'
import { madeOnce } from './made-once.js'
import { freshDirectory, seenFrom } from './run-directory.js'
import { deathOf, startProcess, untilReady, type ServerProcess } from './server-process.js'
import { startAgain, type StartLimits } from './start-again.js'

/** A private MariaDB or MySQL on loopback that flushes at every commit, with `root` and no password. */
export interface MysqlServer {
  /** `mysql://root@127.0.0.1:port`, without a database. */
  readonly url: string
  readonly port: number
  /** Its data directory, as the server sees it. */
  readonly data: string
  pid(): number
  /** Its last output, if it ended by itself. */
  death(): string | undefined
  /** Sends SIGKILL, like a power loss of the server process; the data stays. */
  kill(): Promise<void>
  /** Sends SIGSTOP, like a machine that hangs; its connections stay open. */
  pause(): void
  resume(): void
  /** Stops it in order; the data stays for `restart`. */
  end(): Promise<void>
  /**
   * Starts it again on the same data and port, after `kill` or `end` or while it runs, optionally with other
   * `args`.
   */
  restart(args?: readonly string[]): Promise<void>
  /** Stops it in order and removes its data. */
  stop(): Promise<void>
}

/** The common options of all servers. */
export interface ServerOptions extends StartLimits {
  /** The root of an unpacked server (`unpackedRoot`). Default: the machine's own programs. */
  readonly root?: string
  /** Default: a free one. */
  readonly port?: number
  /** Arguments after all others; the last occurrence of an argument is used. */
  readonly args?: readonly string[]
  /** Fills the data directory, whose path is as the server sees it. Default: an empty database. */
  readonly fill?: (data: string) => Promise<void>
}

export interface MysqlServerOptions extends ServerOptions {
  readonly bufferPoolMiB?: number
  readonly logFileMiB?: number
  /** For a root whose server calls programs that read `/proc`, like Galera's state transfer. */
  readonly needsKernel?: boolean
}

/** The differences between MariaDB and MySQL. */
export interface MysqlKind {
  readonly name: string
  program(root: string | undefined): string
  /** Creates an empty database in a directory, whose path is as the program sees it. */
  initialize(data: string, root: string | undefined): Promise<void>
  args(options: MysqlServerOptions): readonly string[]
}

/** The user option that the server requires to run as root. */
export const runAs = (root: string | undefined): readonly string[] => {
  if (root !== undefined) return ['--user=mysql']
  return process.getuid?.() === 0 ? ['--user=root'] : []
}

/** The initialized data directory is created once per run and then only copied. */
const initializedData = ({ name, initialize }: MysqlKind, root: string | undefined): Promise<string> => {
  const make = async (draft: string): Promise<void> => {
    if (root !== undefined) await handOver(dirname(draft), 'mysql', root)
    await initialize(seenFrom(root, draft), root)
  }
  return madeOnce(`${name.toLowerCase()}-template`, make, root)
}

/**
 * The directory of temporary tables. A starting MariaDB removes all files there, even those of another
 * server, which then crashes (with a signal, in `ha_maria::drop_table`). So no two may share it.
 */
const temporary = (directory: string): string => join(directory, 'tmp')

interface Place {
  readonly directory: string
  readonly port: number
}

const launch = async (
  kind: MysqlKind,
  { directory, port }: Place,
  options: MysqlServerOptions,
  withinMs = 30_000,
): Promise<ServerProcess> => {
  const { root, needsKernel = false } = options
  const at = (name: string): string => seenFrom(root, join(directory, name))
  const args = [
    '--no-defaults',
    ...runAs(root),
    `--datadir=${at('data')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${at('s.sock')}`,
    `--pid-file=${at('pid')}`,
    `--tmpdir=${at('tmp')}`,
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--innodb-flush-log-at-trx-commit=1',
    `--innodb-buffer-pool-size=${options.bufferPoolMiB ?? 128}M`,
    '--max-connections=600',
    ...kind.args(options),
    ...(options.args ?? []),
  ]
  const server = await startProcess({
    ...programIn({ root, needsKernel }, { path: kind.program(root), args }),
    env: environmentIn(root),
    logFile: join(directory, `${kind.name.toLowerCase()}.log`),
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
  await untilReady(server, { name: kind.name, timeoutMs: withinMs, probe })
  return server
}

const fillData = async (kind: MysqlKind, directory: string, options: MysqlServerOptions): Promise<void> => {
  const data = join(directory, 'data')
  if (options.fill !== undefined) return options.fill(seenFrom(options.root, data))
  await cp(await initializedData(kind, options.root), data, { recursive: true })
}

interface Begun extends Place {
  readonly server: ServerProcess
}

/** Starts a server in its own directory and on its own port; both are removed if it doesn't start. */
const begin = async (kind: MysqlKind, options: MysqlServerOptions, withinMs?: number): Promise<Begun> => {
  const directory = await freshDirectory(kind.name.toLowerCase(), options.root)
  try {
    await mkdir(temporary(directory))
    if (options.root !== undefined) await handOver(directory, 'mysql', options.root)
    await fillData(kind, directory, options)
    if (options.root !== undefined) await handOver(directory, 'mysql', options.root)
    const place = { directory, port: options.port ?? (await freePort()) }
    return { ...place, server: await launch(kind, place, options, withinMs) }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

export const startMysqlServer = async (
  kind: MysqlKind,
  options: MysqlServerOptions = {},
): Promise<MysqlServer> => {
  const begun = await startAgain(kind.name, options, (withinMs) => begin(kind, options, withinMs))
  const { directory, port } = begun
  let { server } = begun
  return {
    url: `mysql://root@127.0.0.1:${port}`,
    port,
    data: seenFrom(options.root, join(directory, 'data')),
    pid: () => server.pid,
    death: () => deathOf(kind.name, server),
    kill: () => server.end('SIGKILL'),
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    end: () => server.end('SIGTERM'),
    restart: async (args = options.args ?? []) => {
      await server.end('SIGTERM')
      server = await startAgain(kind.name, options, (withinMs) =>
        launch(kind, { directory, port }, { ...options, args }, withinMs),
      )
    },
    stop: async () => {
      await server.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
