import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'amqplib'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { environmentIn, programIn, runProgram } from './in-root.js'
import { freshDirectory, runDirectory, seenFrom } from './run-directory.js'
import { deathOf, startProcess, untilReady, type ServerProcess } from './server-process.js'
import { startAgain, type StartLimits } from './start-again.js'
import { rootInUse } from './unpacked-engines.js'

/**
 * A private RabbitMQ on loopback. It takes four to seven seconds to start. Use the run's broker
 * (POSTRIDER_TEST_AMQP_URL) with queue names of your own, and start another only to kill it.
 */
export interface Rabbitmq {
  readonly url: string
  readonly port: number
  /** The argument of `rabbitmqctl join_cluster`. */
  readonly nodeName: string
  /** The parts that joining nodes share: the directory of the cookie, and the port mapper. */
  readonly shared: SharedByNodes
  /** The process id of the Erlang VM, not of the script that started it. */
  pid(): number
  /** Its last output, if it ended by itself. */
  death(): string | undefined
  /** Sends SIGKILL to the broker; confirmed persistent messages stay on disk. */
  kill(): Promise<void>
  /** Sends SIGSTOP, like a machine that hangs; its connections stay open. */
  pause(): void
  resume(): void
  /** Stops the broker in order; the data stays for `restart`. */
  end(): Promise<void>
  /** Starts it again on the same data and port, after `kill` or `end` or while it runs. */
  restart(): Promise<void>
  /** Runs its `rabbitmqctl` and returns the output. */
  control(args: readonly string[]): Promise<string>
  /** Stops the broker and its own port mapper, and removes the data. */
  stop(): Promise<void>
}

export interface SharedByNodes {
  readonly home: string
  readonly mapperPort: number
}

export interface RabbitmqOptions extends StartLimits {
  /** The root of an unpacked server (`unpackedRoot`). Default: the machine's own programs. */
  readonly root?: string
  /** Default: free ones. */
  readonly port?: number
  readonly distributionPort?: number
  /** Lines of its `rabbitmq.conf`. */
  readonly configuration?: readonly string[]
  /** The shared parts of a node to join, which must run until this one is stopped. */
  readonly shared?: SharedByNodes
}

interface Place {
  readonly root: string | undefined
  readonly directory: string
  readonly port: number
  readonly distributionPort: number
  readonly shared: SharedByNodes
}

interface Broker {
  readonly script: ServerProcess
  readonly pid: number
}

const nodeNameOf = ({ port }: Place): string => `postrider${port}@localhost`

const environment = (place: Place): NodeJS.ProcessEnv => {
  const { root, directory, port, distributionPort, shared } = place
  const at = (name: string): string => seenFrom(root, join(directory, name))
  return {
    ...environmentIn(root),
    // Its own home directory, so that the cookie of the user who runs the tests is neither used nor changed.
    HOME: seenFrom(root, shared.home),
    RABBITMQ_NODENAME: nodeNameOf(place),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    ERL_EPMD_PORT: String(shared.mapperPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_MNESIA_BASE: at('mnesia'),
    RABBITMQ_LOG_BASE: at('log'),
    RABBITMQ_CONFIG_FILE: at('rabbitmq'),
    RABBITMQ_CONF_ENV_FILE: at('env.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: at('enabled_plugins'),
    RABBITMQ_PID_FILE: at('pid'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  }
}

/** It measures memory and disk with `/proc`. */
const programOf = ({ root }: Place, path: string, args: readonly string[] = []) =>
  programIn({ root, needsKernel: true }, { path, args })

const FOLDER_IN_ROOT = '/usr/lib/rabbitmq/bin'

const programs = ({ root }: Place) =>
  root === undefined
    ? {
        server: binary('rabbitmqServer'),
        mapper: binary('epmd'),
        control: () => binary('rabbitmqctl'),
      }
    : {
        server: join(FOLDER_IN_ROOT, 'rabbitmq-server'),
        mapper: '/usr/bin/epmd',
        control: () => join(FOLDER_IN_ROOT, 'rabbitmqctl'),
      }

const prepare = async (options: RabbitmqOptions): Promise<Place> => {
  const { root = rootInUse('rabbitmq'), configuration = [] } = options
  const directory = await freshDirectory('rabbitmq', root)
  await mkdir(join(directory, 'home'))
  await writeFile(join(directory, 'env.conf'), '')
  await writeFile(join(directory, 'enabled_plugins'), '[].\n')
  if (configuration.length > 0)
    await writeFile(join(directory, 'rabbitmq.conf'), `${configuration.join('\n')}\n`)
  return {
    root,
    directory,
    port: options.port ?? (await freePort()),
    distributionPort: options.distributionPort ?? (await freePort()),
    shared: options.shared ?? { home: join(directory, 'home'), mapperPort: await freePort() },
  }
}

/**
 * Starts the port mapper as our child: Erlang would start one as a daemon, which outlives the broker and
 * whose process id is unknown.
 */
const startMapper = (place: Place): Promise<ServerProcess> =>
  startProcess({
    ...programIn(place, {
      path: programs(place).mapper,
      args: ['-port', String(place.shared.mapperPort), '-address', '127.0.0.1'],
    }),
    env: environment(place),
    logFile: join(place.directory, 'epmd.log'),
  })

/** The path of `rabbitmqctl` for the run's broker on a port, for tests that need an administrator. */
export const rabbitmqctlOf = (port: string): string => join(runDirectory(), `rabbitmqctl-${port}`)

const quoted = (word: string): string => `'${word}'`

/** Writes the broker's rabbitmqctl script, which can be found by the port. */
const writeControl = async (place: Place): Promise<void> => {
  const names = ['PATH', 'LC_ALL', 'HOME', 'RABBITMQ_NODENAME', 'RABBITMQ_CONF_ENV_FILE', 'ERL_EPMD_PORT']
  const all = environment(place)
  const settings = names.map((name) => `${name}=${quoted(all[name] ?? '')}`)
  const { path, args } = programOf(place, programs(place).control())
  const command = [...settings, 'exec', ...[path, ...args].map(quoted)].join(' ')
  await writeFile(rabbitmqctlOf(String(place.port)), `#!/bin/sh\n${command} "$@"\n`, { mode: 0o755 })
}

const amqpUrl = ({ port }: Place): string => `amqp://guest:guest@127.0.0.1:${port}`

const launch = async (place: Place, withinMs = 60_000): Promise<Broker> => {
  const script = await startProcess({
    ...programOf(place, programs(place).server),
    env: environment(place),
    logFile: join(place.directory, 'rabbitmq.log'),
  })
  const probe = async (): Promise<void> => {
    const connection = await connect(amqpUrl(place), { timeout: 2_000 })
    await connection.close()
  }
  await untilReady(script, { name: 'RabbitMQ', timeoutMs: withinMs, probe })
  const pid = Number((await readFile(join(place.directory, 'pid'), 'utf8')).trim())
  return { script, pid }
}

/** Sends the signal to the Erlang VM, because the script would start a second VM to stop the first. */
const endOrderly = ({ script, pid }: Broker): Promise<void> => script.end('SIGTERM', pid)

interface Begun {
  readonly place: Place
  readonly mapper: ServerProcess | undefined
  readonly broker: Broker
}

/** Starts a broker in its own directory and on its own ports; all of them are removed if it doesn't start. */
const begin = async (options: RabbitmqOptions, withinMs?: number): Promise<Begun> => {
  const place = await prepare(options)
  const mapper = options.shared === undefined ? await startMapper(place) : undefined
  try {
    const broker = await launch(place, withinMs)
    await writeControl(place)
    return { place, mapper, broker }
  } catch (error) {
    await mapper?.end('SIGTERM')
    await rm(place.directory, { recursive: true, force: true })
    throw error
  }
}

/** The run's RabbitMQ: this machine's, unless an unpacked one is in use. */
export const startRabbitmq = async (options: RabbitmqOptions = {}): Promise<Rabbitmq> => {
  const begun = await startAgain('RabbitMQ', options, (withinMs) => begin(options, withinMs))
  const { place, mapper } = begun
  let { broker } = begun
  return {
    url: amqpUrl(place),
    port: place.port,
    nodeName: nodeNameOf(place),
    shared: place.shared,
    pid: () => broker.pid,
    death: () => deathOf('RabbitMQ', broker.script),
    kill: () => broker.script.end('SIGKILL'),
    pause: () => broker.script.signal('SIGSTOP'),
    resume: () => broker.script.signal('SIGCONT'),
    end: () => endOrderly(broker),
    restart: async () => {
      await endOrderly(broker)
      broker = await startAgain('RabbitMQ', options, (withinMs) => launch(place, withinMs))
    },
    control: (args) =>
      runProgram(
        { root: place.root, needsKernel: true, env: environment(place) },
        { path: programs(place).control(), args },
      ),
    stop: async () => {
      await endOrderly(broker)
      await mapper?.end('SIGTERM')
      await rm(place.directory, { recursive: true, force: true })
    },
  }
}
