import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'amqplib'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { freshDirectory, runDirectory } from './run-directory.js'
import { deathOf, startProcess, untilReady, type ServerProcess } from './server-process.js'
import { startAgain, type StartLimits } from './start-again.js'

/**
 * A private RabbitMQ on loopback. It takes four to seven seconds to start: use the run's one
 * (POSTRIDER_TEST_AMQP_URL) with queue names of your own, and start another only to kill it.
 */
export interface Rabbitmq {
  readonly url: string
  readonly port: number
  /** Of the Erlang machine, not of the script that started it. */
  pid(): number
  /** What it said at its end, where nobody here ended it. */
  death(): string | undefined
  /** SIGKILL of the broker; confirmed persistent messages stay on disk. */
  kill(): Promise<void>
  /** Starts it again on the same data and port, after `kill` or while it runs. */
  restart(): Promise<void>
  /** Ends broker and port mapper and removes the data. */
  stop(): Promise<void>
}

interface Place {
  readonly directory: string
  readonly port: number
  readonly distributionPort: number
  readonly mapperPort: number
}

interface Broker {
  readonly script: ServerProcess
  readonly pid: number
}

const environment = ({ directory, port, distributionPort, mapperPort }: Place): NodeJS.ProcessEnv => ({
  ...process.env,
  // A home of its own, so that the cookie of whoever runs the tests is neither used nor changed.
  HOME: join(directory, 'home'),
  RABBITMQ_NODENAME: `postrider${port}@localhost`,
  RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
  RABBITMQ_NODE_PORT: String(port),
  RABBITMQ_DIST_PORT: String(distributionPort),
  ERL_EPMD_PORT: String(mapperPort),
  ERL_EPMD_ADDRESS: '127.0.0.1',
  RABBITMQ_MNESIA_BASE: join(directory, 'mnesia'),
  RABBITMQ_LOG_BASE: join(directory, 'log'),
  RABBITMQ_CONFIG_FILE: join(directory, 'rabbitmq'),
  RABBITMQ_CONF_ENV_FILE: join(directory, 'env.conf'),
  RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, 'enabled_plugins'),
  RABBITMQ_PID_FILE: join(directory, 'pid'),
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
})

const prepare = async (): Promise<Place> => {
  const directory = await freshDirectory('rabbitmq')
  await mkdir(join(directory, 'home'))
  await writeFile(join(directory, 'env.conf'), '')
  await writeFile(join(directory, 'enabled_plugins'), '[].\n')
  return {
    directory,
    port: await freePort(),
    distributionPort: await freePort(),
    mapperPort: await freePort(),
  }
}

/**
 * The port mapper as a child of ours: left to itself, Erlang would start one as a daemon that outlives the
 * broker and that nobody knows the process id of.
 */
const startMapper = (place: Place): Promise<ServerProcess> =>
  startProcess({
    path: binary('epmd'),
    args: ['-port', String(place.mapperPort), '-address', '127.0.0.1'],
    env: environment(place),
    logFile: join(place.directory, 'epmd.log'),
  })

/** Where `rabbitmqctl` of the run's broker at a port stands, for tests that need what only an administrator may. */
export const rabbitmqctlOf = (port: string): string => join(runDirectory(), `rabbitmqctl-${port}`)

/** The broker's own rabbitmqctl, for whoever knows its port alone. */
const writeControl = async (place: Place): Promise<void> => {
  const names = ['HOME', 'RABBITMQ_NODENAME', 'RABBITMQ_CONF_ENV_FILE', 'ERL_EPMD_PORT']
  const all = environment(place)
  const settings = names.map((name) => `${name}='${all[name] ?? ''}'`).join(' ')
  const text = `#!/bin/sh\n${settings} exec ${binary('rabbitmqctl')} "$@"\n`
  await writeFile(rabbitmqctlOf(String(place.port)), text, { mode: 0o755 })
}

const launch = async (place: Place, withinMs = 60_000): Promise<Broker> => {
  const script = await startProcess({
    path: binary('rabbitmqServer'),
    args: [],
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

const amqpUrl = ({ port }: Place): string => `amqp://guest:guest@127.0.0.1:${port}`

/** To the machine itself: the script would answer by starting a second Erlang machine to stop the first. */
const endOrderly = ({ script, pid }: Broker): Promise<void> => script.end('SIGTERM', pid)

interface Begun {
  readonly place: Place
  readonly mapper: ServerProcess
  readonly broker: Broker
}

/** In a folder and on ports of its own; where it does not come up, all of it is given back. */
const begin = async (withinMs?: number): Promise<Begun> => {
  const place = await prepare()
  const mapper = await startMapper(place)
  try {
    const broker = await launch(place, withinMs)
    await writeControl(place)
    return { place, mapper, broker }
  } catch (error) {
    await mapper.end('SIGTERM')
    await rm(place.directory, { recursive: true, force: true })
    throw error
  }
}

export const startRabbitmq = async (limits: StartLimits = {}): Promise<Rabbitmq> => {
  const begun = await startAgain('RabbitMQ', limits, begin)
  const { place, mapper } = begun
  let { broker } = begun
  return {
    url: amqpUrl(place),
    port: place.port,
    pid: () => broker.pid,
    death: () => deathOf('RabbitMQ', broker.script),
    kill: () => broker.script.end('SIGKILL'),
    restart: async () => {
      await endOrderly(broker)
      broker = await startAgain('RabbitMQ', limits, (withinMs) => launch(place, withinMs))
    },
    stop: async () => {
      await endOrderly(broker)
      await mapper.end('SIGTERM')
      await rm(place.directory, { recursive: true, force: true })
      await rm(rabbitmqctlOf(String(place.port)), { force: true })
    },
  }
}
