import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'amqplib'
import { freePort } from './free-port.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'
import { type ServerProcess, untilReady } from './server-process.js'
import { freshUnpackedFolder, runUnpacked, startUnpacked, type UnpackedFolder } from './unpacked.js'

interface Place {
  readonly name: string
  readonly folder: UnpackedFolder
  readonly port: number
  readonly distributionPort: number
  readonly mapperPort: number
}

const NODES = 3
const SYSTEM = 'rabbitmq'
const SCRIPTS = '/usr/lib/rabbitmq/bin'
const WITHIN_MS = 90_000
const COOKIE = 'of-this-cluster'

const environment = ({ name, folder, distributionPort, mapperPort }: Place) => ({
  HOME: `${folder.inside}/${name}`,
  RABBITMQ_NODENAME: name,
  RABBITMQ_DIST_PORT: String(distributionPort),
  ERL_EPMD_PORT: String(mapperPort),
  ERL_EPMD_ADDRESS: '127.0.0.1',
  // The Erlang machine sets memory aside for each file that may be open.
  ERL_MAX_PORTS: '4096',
  RABBITMQ_MNESIA_BASE: `${folder.inside}/${name}/data`,
  RABBITMQ_LOG_BASE: `${folder.inside}/${name}/log`,
  RABBITMQ_CONFIG_FILE: `${folder.inside}/${name}/rabbitmq.conf`,
  RABBITMQ_CONF_ENV_FILE: `${folder.inside}/${name}/env.conf`,
  RABBITMQ_ENABLED_PLUGINS_FILE: `${folder.inside}/${name}/enabled_plugins`,
  RABBITMQ_PID_FILE: `${folder.inside}/${name}/pid`,
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
})

const prepare = async (place: Place, places: readonly Place[]): Promise<void> => {
  const own = join(place.folder.outside, place.name)
  await mkdir(own)
  await writeFile(join(own, '.erlang.cookie'), COOKIE, { mode: 0o400 })
  await writeFile(join(own, 'env.conf'), '')
  await writeFile(join(own, 'enabled_plugins'), '[].\n')
  const lines = [
    `listeners.tcp.1 = 127.0.0.1:${place.port}`,
    'disk_free_limit.absolute = 50MB',
    'cluster_formation.peer_discovery_backend = classic_config',
    ...places.map(({ name }, at) => `cluster_formation.classic_config.nodes.${at + 1} = ${name}`),
  ]
  await writeFile(join(own, 'rabbitmq.conf'), `${lines.join('\n')}\n`)
}

const nodeOf = (place: Place): ClusterNode => {
  const own = join(place.folder.outside, place.name)
  let server: ServerProcess | undefined
  const erlang = async (): Promise<number> => Number((await readFile(join(own, 'pid'), 'utf8')).trim())
  let pid = 0
  return {
    port: place.port,
    kill: async () => server?.end('SIGKILL'),
    pause: () => process.kill(pid, 'SIGSTOP'),
    resume: () => process.kill(pid, 'SIGCONT'),
    stop: async () => server?.end('SIGTERM', pid),
    start: async () => {
      if (server?.isAlive() === true) return
      server = await startUnpacked(SYSTEM, {
        path: `${SCRIPTS}/rabbitmq-server`,
        args: [],
        env: environment(place),
        logFile: join(own, 'output'),
      })
      const probe = async (): Promise<void> => {
        const connection = await connect(`amqp://guest:guest@127.0.0.1:${place.port}`, { timeout: 2_000 })
        await connection.close()
      }
      await untilReady(server, { name: place.name, timeoutMs: WITHIN_MS, probe })
      pid = await erlang()
    },
  }
}

const untilAllAreOnline = async (place: Place): Promise<void> => {
  await runUnpacked(SYSTEM, {
    path: `${SCRIPTS}/rabbitmqctl`,
    args: ['await_online_nodes', String(NODES), '--timeout', '60'],
    env: environment(place),
  })
}

/** Starts a cluster of three RabbitMQ nodes, with `guest` and the password `guest`. */
export const startRabbitmqCluster = async (): Promise<ServerCluster> => {
  const folder = await freshUnpackedFolder(SYSTEM, 'cluster')
  const mapperPort = await freePort()
  const places: Place[] = []
  for (let at = 1; at <= NODES; at += 1) {
    const [port, distributionPort] = [await freePort(), await freePort()]
    places.push({ name: `node${at}@localhost`, folder, port, distributionPort, mapperPort })
  }
  for (const place of places) await prepare(place, places)
  const [first] = places
  if (first === undefined) throw new Error('a cluster has nodes')
  const mapper = await startUnpacked(SYSTEM, {
    path: 'epmd',
    args: ['-port', String(mapperPort), '-address', '127.0.0.1'],
    logFile: join(folder.outside, 'epmd.log'),
  })
  const nodes = places.map(nodeOf)
  const startAll = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.start()))
    await untilAllAreOnline(first)
  }
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()))
    await mapper.end('SIGTERM')
    await folder.remove()
  }
  try {
    await startAll()
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, heal: startAll, stop }
}
