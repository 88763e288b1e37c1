import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { freePort } from './free-port.js'
import { environmentIn, handOver, programIn } from './in-root.js'
import { madeOnce } from './made-once.js'
import { freshDirectory, seenFrom } from './run-directory.js'
import { deathOf, startProcess, untilReady, type ServerProcess } from './server-process.js'
import { startAgain, type StartLimits } from './start-again.js'

/** A private MariaDB or MySQL that flushes at every commit, on loopback, with `root` and no password. */
export interface MysqlServer {
  /** `mysql://root@127.0.0.1:port`, without a database. */
  readonly url: string
  readonly port: number
  /** Its data folder as the server itself sees it. */
  readonly data: string
  pid(): number
  /** What it said at its end, where nobody here ended it. */
  death(): string | undefined
  /** SIGKILL, as a power cut of the server process alone; the data stays. */
  kill(): Promise<void>
  /** SIGSTOP, as a machine that hangs; its connections stay open. */
  pause(): void
  resume(): void
  /** Ends it in an orderly way; the data stays, for `restart`. */
  end(): Promise<void>
  /** Starts it again on the same data and port, after `kill` or `end` or while it runs; with other `args` if given. */
  restart(args?: readonly string[]): Promise<void>
  /** Ends it in an orderly way and removes its data. */
  stop(): Promise<void>
}

/** Shared by servers of each kind. */
export interface ServerOptions extends StartLimits {
  /** The root of an unpacked server (`unpackedRoot`). Default: the machine's own programs. */
  readonly root?: string
  /** Default: a free one. */
  readonly port?: number
  /** Arguments of the server after all others, of which the last one counts. */
  readonly args?: readonly string[]
  /** Fills the data folder, whose path is as the server sees it. Default: an empty database. */
  readonly fill?: (data: string) => Promise<void>
}

export interface MysqlServerOptions extends ServerOptions {
  readonly bufferPoolMiB?: number
  readonly logFileMiB?: number
  /** For a root whose server calls programs that read `/proc`, as Galera's state transfer does. */
  readonly needsKernel?: boolean
}

/** What MariaDB and MySQL have of their own. */
export interface MysqlKind {
  readonly name: string
  program(root: string | undefined): string
  /** Makes an empty database in a folder, which is named as the program sees it. */
  initialise(data: string, root: string | undefined): Promise<void>
  args(options: MysqlServerOptions): readonly string[]
}

/** Who runs it: as root it wants to be told. */
export const runAs = (root: string | undefined): readonly string[] => {
  if (root !== undefined) return ['--user=mysql']
  return process.getuid?.() === 0 ? ['--user=root'] : []
}

/** The initialised data folder is made once a run and then only copied. */
const initialisedData = ({ name, initialise }: MysqlKind, root: string | undefined): Promise<string> => {
  const make = async (draft: string): Promise<void> => {
    if (root !== undefined) await handOver(dirname(draft), 'mysql', root)
    await initialise(seenFrom(root, draft), root)
  }
  return madeOnce(`${name.toLowerCase()}-template`, make, root)
}

/**
 * For the temporary tables. A MariaDB that starts removes all that it finds there, also those of another one, which dies of
 * it (of a signal, in `ha_maria::drop_table`): no two may have the same.
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
  await cp(await initialisedData(kind, options.root), data, { recursive: true })
}

interface Begun extends Place {
  readonly server: ServerProcess
}

/** In a folder and on a port of its own; where it does not come up, both are given back. */
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
