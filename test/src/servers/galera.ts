import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { freePort } from './free-port.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'
import type { ServerProcess } from './server-process.js'
import { freshUnpackedFolder, runUnpacked, startUnpacked, type UnpackedFolder } from './unpacked.js'

/** Three MariaDB servers that replicate with Galera. */
export interface GaleraCluster extends ServerCluster {
  /** Cuts a node off from the others, or lets it back, by `gmcast.isolate`. */
  isolate(at: number, isIsolated: boolean): Promise<void>
  /** After all nodes have died: starts the cluster from the node that committed last. */
  bootstrap(): Promise<void>
}

interface Place {
  readonly name: string
  readonly folder: UnpackedFolder
  readonly port: number
  readonly group: number
  readonly incremental: number
  readonly whole: number
}

interface Member extends ClusterNode {
  readonly place: Place
  isAlive(): boolean
  launch(extra: readonly string[]): Promise<void>
  /** The last transaction that this node has, read from its data while it is down. */
  recovered(): Promise<string>
}

const NODES = 3
const SYSTEM = 'mariadb'
const SYNCED_WITHIN_MS = 90_000

const initialise = async (folder: UnpackedFolder): Promise<void> => {
  await runUnpacked(SYSTEM, { path: '/usr/bin/chown', args: ['mysql', folder.inside] })
  await runUnpacked(SYSTEM, {
    path: 'mariadb-install-db',
    args: [
      '--no-defaults',
      '--user=mysql',
      `--datadir=${folder.inside}/data`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
  })
}

const placeOf = async (name: string): Promise<Place> => ({
  name,
  folder: await freshUnpackedFolder(SYSTEM, name),
  port: await freePort(),
  group: await freePort(),
  incremental: await freePort(),
  whole: await freePort(),
})

const optionsOf = ({ name, folder, port, group, whole, incremental }: Place, places: readonly Place[]) => [
  '--no-defaults',
  '--user=mysql',
  `--datadir=${folder.inside}/data`,
  `--port=${port}`,
  '--bind-address=127.0.0.1',
  `--socket=${folder.inside}/s.sock`,
  `--pid-file=${folder.inside}/pid`,
  '--character-set-server=utf8mb4',
  '--max-connections=600',
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-buffer-pool-size=128M',
  '--wsrep-on=ON',
  // With the plugin, the provider's options could not be changed while it runs.
  '--plugin-wsrep-provider=OFF',
  '--wsrep-provider=/usr/lib/galera/libgalera_smm.so',
  '--wsrep-cluster-name=postrider',
  `--wsrep-cluster-address=gcomm://${places.map((place) => `127.0.0.1:${place.group}`).join(',')}`,
  `--wsrep-node-name=${name}`,
  `--wsrep-node-address=127.0.0.1:${group}`,
  '--wsrep-sst-method=rsync',
  `--wsrep-sst-receive-address=127.0.0.1:${whole}`,
  '--wsrep-slave-threads=2',
  `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${incremental};gcache.size=128M;pc.recovery=false`,
]

const statusOf = async ({ port }: Pick<Place, 'port'>): Promise<ReadonlyMap<string, string>> => {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 2_000 })
  try {
    const [rows] = await connection.query<RowDataPacket[]>("SHOW STATUS LIKE 'wsrep_%'")
    return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]))
  } finally {
    connection.destroy()
  }
}

const untilSynced = async (member: Member, size?: number): Promise<void> => {
  const giveUpAt = performance.now() + SYNCED_WITHIN_MS
  while (performance.now() < giveUpAt) {
    if (!member.isAlive()) break
    const status = await statusOf(member.place).catch(() => undefined)
    const isWhole = size === undefined || status?.get('wsrep_cluster_size') === String(size)
    if (status?.get('wsrep_local_state_comment') === 'Synced' && isWhole) return
    await pause(200)
  }
  const log = await readFile(join(member.place.folder.outside, 'log'), 'utf8')
  throw new Error(`${member.place.name} is not synced:\n${log.split('\n').slice(-40).join('\n')}`)
}

const memberOf = (place: Place, places: readonly Place[]): Member => {
  const options = optionsOf(place, places)
  const logFile = join(place.folder.outside, 'log')
  let server: ServerProcess | undefined
  const isAlive = (): boolean => server?.isAlive() === true
  const launch = async (extra: readonly string[]): Promise<void> => {
    server = await startUnpacked(SYSTEM, { path: 'mariadbd', args: [...options, ...extra], logFile })
  }
  const recovered = async (): Promise<string> => {
    const report = `${place.folder.inside}/recovered.log`
    await runUnpacked(SYSTEM, {
      path: 'mariadbd',
      args: [...options, '--wsrep-recover', `--log-error=${report}`],
    })
    const text = await readFile(join(place.folder.outside, 'recovered.log'), 'utf8')
    return [...text.matchAll(/Recovered position: (\S+)/g)].at(-1)?.[1] ?? ''
  }
  const signal = (name: NodeJS.Signals): void => {
    if (server !== undefined) process.kill(server.pid, name)
  }
  const member: Member = {
    place,
    port: place.port,
    isAlive,
    launch,
    recovered,
    kill: async () => server?.end('SIGKILL'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    stop: async () => server?.end('SIGTERM'),
    start: async () => {
      if (isAlive()) return
      const position = await recovered()
      await launch(position === '' ? [] : [`--wsrep-start-position=${position}`])
      await untilSynced(member)
    },
  }
  return member
}

/** Marks the data as that of the node which may start the cluster. */
const allowBootstrap = async ({ folder }: Place): Promise<void> => {
  const file = join(folder.outside, 'data', 'grastate.dat')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/safe_to_bootstrap: 0/, 'safe_to_bootstrap: 1'))
}

const numberIn = (position: string): number => Number(position.split(':')[1] ?? -1)

const bootstrapOf = (members: readonly Member[]) => async (): Promise<void> => {
  const positions = await Promise.all(members.map((member) => member.recovered()))
  const last = Math.max(...positions.map(numberIn))
  const at = positions.findIndex((position) => numberIn(position) === last)
  const first = members[at]
  if (first === undefined) throw new Error('no node has a position')
  await allowBootstrap(first.place)
  await first.launch([`--wsrep-start-position=${positions[at]}`, '--wsrep-new-cluster'])
  await untilSynced(first)
  for (const member of members) await member.start()
}

const isolateIn = async ({ port }: Place, isIsolated: boolean): Promise<void> => {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 2_000 })
  try {
    const option = `gmcast.isolate=${isIsolated ? 1 : 0}`
    await connection.query(`SET GLOBAL wsrep_provider_options = '${option}'`)
  } finally {
    connection.destroy()
  }
}

const begin = async (members: readonly Member[]): Promise<void> => {
  const [first, ...others] = members
  if (first === undefined) return
  await initialise(first.place.folder)
  for (const { place } of others) {
    await runUnpacked(SYSTEM, { path: '/usr/bin/chown', args: ['mysql', place.folder.inside] })
    await cp(join(first.place.folder.outside, 'data'), join(place.folder.outside, 'data'), { recursive: true })
    const data = `${place.folder.inside}/data`
    await runUnpacked(SYSTEM, { path: '/usr/bin/chown', args: ['-R', 'mysql', data] })
  }
  await first.launch(['--wsrep-new-cluster'])
  await untilSynced(first)
  for (const member of others) {
    await member.launch([])
    await untilSynced(member)
  }
}

/** Starts three nodes that accept writes, with `root` and no password. */
export const startGalera = async (): Promise<GaleraCluster> => {
  const places: Place[] = []
  for (let at = 1; at <= NODES; at += 1) places.push(await placeOf(`galera${at}`))
  const members = places.map((place) => memberOf(place, places))
  const stop = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.kill()))
    await Promise.all(places.map(({ folder }) => folder.remove()))
  }
  try {
    await begin(members)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes: members,
    heal: async () => {
      for (const member of members) await member.start()
      for (const member of members) await untilSynced(member, NODES)
    },
    stop,
    bootstrap: bootstrapOf(members),
    isolate: async (at, isIsolated) => {
      const place = places[at]
      if (place !== undefined) await isolateIn(place, isIsolated)
    },
  }
}
