import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { freePort } from './free-port.js'
import { runProgram } from './in-root.js'
import { startMariadb } from './mariadb.js'
import type { MysqlServer } from './mysql-server.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'
import { unpackedRoot } from './unpacked-engines.js'

/** Three MariaDB servers that replicate with Galera. */
export interface GaleraCluster extends ServerCluster {
  /** Isolates a node from the others, or reconnects it, with `gmcast.isolate`. */
  isolate(at: number, isIsolated: boolean): Promise<void>
  /** After all nodes have died: starts the cluster from the node that committed last. */
  bootstrap(): Promise<void>
}

interface Place {
  readonly port: number
  readonly group: number
  readonly incremental: number
  readonly whole: number
}

interface Member {
  readonly place: Place
  readonly server: MysqlServer
  readonly args: readonly string[]
}

const NODES = 3
const SYNCED_WITHIN_MS = 90_000
const FIRST = '--wsrep-new-cluster'

const freePlace = async (): Promise<Place> => ({
  port: await freePort(),
  group: await freePort(),
  incremental: await freePort(),
  whole: await freePort(),
})

const argsOf = ({ port, group, whole, incremental }: Place, places: readonly Place[]): readonly string[] => {
  const listening = `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${incremental}`
  return [
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--wsrep-on=ON',
    // With the plugin, the provider's options can't be changed at runtime.
    '--plugin-wsrep-provider=OFF',
    '--wsrep-provider=/usr/lib/galera/libgalera_smm.so',
    '--wsrep-cluster-name=postrider',
    `--wsrep-cluster-address=gcomm://${places.map((place) => `127.0.0.1:${place.group}`).join(',')}`,
    `--wsrep-node-name=node${port}`,
    `--wsrep-node-address=127.0.0.1:${group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${whole}`,
    '--wsrep-slave-threads=2',
    `--wsrep-provider-options=${listening};gcache.size=128M;pc.recovery=false`,
  ]
}

const query = async (port: number, text: string): Promise<RowDataPacket[]> => {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 2_000 })
  try {
    return (await connection.query<RowDataPacket[]>(text))[0]
  } finally {
    connection.destroy()
  }
}

const isAlive = ({ server }: Member): boolean => server.death() === undefined

const isSynced = async ({ place }: Member, size: number): Promise<boolean> => {
  const rows = await query(place.port, "SHOW STATUS LIKE 'wsrep_%'").catch(() => [])
  const status = new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]))
  return (
    status.get('wsrep_local_state_comment') === 'Synced' && Number(status.get('wsrep_cluster_size')) >= size
  )
}

const untilSynced = async (member: Member, size = 1): Promise<void> => {
  const giveUpAt = performance.now() + SYNCED_WITHIN_MS
  while (!(await isSynced(member, size))) {
    if (!isAlive(member) || performance.now() > giveUpAt)
      throw new Error(`a node of the cluster is not synced: ${member.server.death() ?? 'it took too long'}`)
    await pause(200)
  }
}

/** Reads the last transaction of a stopped node from its data. */
const recover = async ({ server, args }: Member): Promise<string> => {
  const root = unpackedRoot('mariadb')
  const folder = dirname(server.data)
  const report = `${folder}/recovered.log`
  const own = [
    '--no-defaults',
    '--user=mysql',
    `--datadir=${server.data}`,
    `--tmpdir=${folder}/tmp`,
    `--socket=${folder}/recovering.sock`,
    '--skip-networking',
    '--innodb-log-file-size=64M',
    '--wsrep-recover',
    `--log-error=${report}`,
  ]
  const path = '/usr/sbin/mariadbd'
  await runProgram({ root, needsKernel: true }, { path, args: [...own, ...args] })
  const text = await readFile(`${root}${report}`, 'utf8')
  return [...text.matchAll(/Recovered position: (\S+)/g)].at(-1)?.[1] ?? ''
}

const start = async (member: Member): Promise<void> => {
  if (isAlive(member)) return
  const position = await recover(member)
  await member.server.restart([...member.args, `--wsrep-start-position=${position}`])
  await untilSynced(member)
}

const numberIn = (position: string): number => Number(position.split(':')[1] ?? -1)

/** Marks the data as that of the node that may start the cluster. */
const allowBootstrap = async ({ server }: Member): Promise<void> => {
  const file = `${unpackedRoot('mariadb')}${server.data}/grastate.dat`
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('safe_to_bootstrap: 0', 'safe_to_bootstrap: 1'))
}

const bootstrap = async (members: readonly Member[]): Promise<void> => {
  const positions = await Promise.all(members.map(recover))
  const last = Math.max(...positions.map(numberIn))
  const at = positions.findIndex((position) => numberIn(position) === last)
  const first = members[at]
  if (first === undefined) throw new Error('no node of the cluster has a position')
  await allowBootstrap(first)
  await first.server.restart([...first.args, `--wsrep-start-position=${positions[at]}`, FIRST])
  await untilSynced(first)
  for (const member of members) await start(member)
}

const nodeOf = (member: Member): ClusterNode => {
  const { server, place } = member
  return {
    port: place.port,
    kill: server.kill,
    pause: server.pause,
    resume: server.resume,
    stop: server.end,
    start: () => start(member),
  }
}

const startMembers = async (places: readonly Place[], members: Member[]): Promise<void> => {
  for (const place of places) {
    const args = argsOf(place, places)
    const server = await startMariadb({
      root: unpackedRoot('mariadb'),
      port: place.port,
      needsKernel: true,
      startWithinMs: SYNCED_WITHIN_MS,
      args: members.length === 0 ? [...args, FIRST] : args,
    })
    const member = { place, server, args }
    members.push(member)
    await untilSynced(member)
  }
}

/** Starts three nodes that accept writes, with `root` and no password. */
export const startGalera = async (): Promise<GaleraCluster> => {
  const places: Place[] = []
  while (places.length < NODES) places.push(await freePlace())
  const members: Member[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(members.map(({ server }) => server.kill()))
    await Promise.all(members.map(({ server }) => server.stop()))
  }
  try {
    await startMembers(places, members)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes: members.map(nodeOf),
    heal: async () => {
      for (const member of members) await start(member)
      for (const member of members) await untilSynced(member, NODES)
    },
    stop,
    bootstrap: () => bootstrap(members),
    isolate: async (at, isIsolated) => {
      const option = `gmcast.isolate=${isIsolated ? 1 : 0}`
      await query(places[at]?.port ?? 0, `SET GLOBAL wsrep_provider_options = '${option}'`)
    },
  }
}
