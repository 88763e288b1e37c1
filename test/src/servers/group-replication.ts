import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { freePort } from './free-port.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'
import type { ServerProcess } from './server-process.js'
import { freshUnpackedFolder, runUnpacked, startUnpacked, type UnpackedFolder } from './unpacked.js'

/** Three MySQL servers in one replication group. */
export interface ReplicationGroup extends ServerCluster {
  /** The index of the primary; in a group with several primaries, of the first one that is online. */
  primary(): Promise<number>
}

/** How many members of the group accept writes. */
export type PrimaryMode = 'single-primary' | 'multi-primary'

interface Place {
  readonly number: number
  readonly folder: UnpackedFolder
  readonly port: number
  readonly group: number
}

interface Member extends ClusterNode {
  readonly place: Place
  isAlive(): boolean
  launch(): Promise<void>
  query(text: string): Promise<RowDataPacket[]>
  /** Joins the group, or forms it. */
  join(isFirst?: boolean): Promise<void>
  isOnline(size?: number): Promise<boolean>
}

const NODES = 3
const SYSTEM = 'mysql'
const WITHIN_MS = 90_000
const GROUP_NAME = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const STATES = 'SELECT MEMBER_PORT, MEMBER_STATE, MEMBER_ROLE FROM performance_schema.replication_group_members'

/** The account with which a member fetches what it lacks from another one. */
const ACCOUNTS = `CREATE USER replicator@'%' IDENTIFIED BY 'replicator';
GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO replicator@'%';
`

const initialise = async (folder: UnpackedFolder): Promise<void> => {
  await writeFile(join(folder.outside, 'accounts.sql'), ACCOUNTS)
  await runUnpacked(SYSTEM, {
    path: 'mysqld',
    args: [
      '--no-defaults',
      '--user=root',
      '--initialize-insecure',
      '--disable-log-bin',
      `--datadir=${folder.inside}/data`,
      `--init-file=${folder.inside}/accounts.sql`,
    ],
  })
  // Each server makes its own identity at its first start.
  await rm(join(folder.outside, 'data', 'auto.cnf'), { force: true })
}

const optionsOf = ({ number, folder, port, group }: Place, seeds: string, mode: PrimaryMode) => [
  '--no-defaults',
  '--user=root',
  `--datadir=${folder.inside}/data`,
  `--port=${port}`,
  '--bind-address=127.0.0.1',
  `--socket=${folder.inside}/s.sock`,
  `--pid-file=${folder.inside}/pid`,
  `--tmpdir=${folder.inside}`,
  '--mysqlx=OFF',
  '--max-connections=600',
  '--innodb-buffer-pool-size=128M',
  `--server-id=${number}`,
  '--gtid-mode=ON',
  '--enforce-gtid-consistency=ON',
  '--log-bin=bin',
  '--relay-log=relay',
  '--report-host=127.0.0.1',
  `--report-port=${port}`,
  '--plugin-load-add=group_replication.so',
  `--loose-group-replication-group-name=${GROUP_NAME}`,
  `--loose-group-replication-local-address=127.0.0.1:${group}`,
  `--loose-group-replication-group-seeds=${seeds}`,
  '--loose-group-replication-start-on-boot=OFF',
  '--loose-group-replication-recovery-get-public-key=ON',
  `--loose-group-replication-single-primary-mode=${mode === 'single-primary' ? 'ON' : 'OFF'}`,
  `--loose-group-replication-enforce-update-everywhere-checks=${mode === 'single-primary' ? 'OFF' : 'ON'}`,
]

const withConnection = async <A>(port: number, body: (connection: Connection) => Promise<A>): Promise<A> => {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 2_000 })
  try {
    return await body(connection)
  } finally {
    connection.destroy()
  }
}

const until = async (what: string, logFile: string, isSo: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = performance.now() + WITHIN_MS
  while (performance.now() < giveUpAt) {
    if (await isSo().catch(() => false)) return
    await pause(200)
  }
  const log = await readFile(logFile, 'utf8')
  throw new Error(`${what} took too long:\n${log.split('\n').slice(-40).join('\n')}`)
}

const memberOf = (place: Place, seeds: string, mode: PrimaryMode): Member => {
  const logFile = join(place.folder.outside, 'log')
  let server: ServerProcess | undefined
  const isAlive = (): boolean => server?.isAlive() === true
  const signal = (name: NodeJS.Signals): void => {
    if (server !== undefined) process.kill(server.pid, name)
  }
  const query = (text: string): Promise<RowDataPacket[]> =>
    withConnection(place.port, async (connection) => (await connection.query<RowDataPacket[]>(text))[0])
  const launch = async (): Promise<void> => {
    const args = optionsOf(place, seeds, mode)
    server = await startUnpacked(SYSTEM, { path: 'mysqld', args, logFile })
    await until('starting MySQL', logFile, () => query('SELECT 1').then(() => true))
  }
  const isOnline = async (size?: number): Promise<boolean> => {
    const online = (await query(STATES)).filter((row) => row['MEMBER_STATE'] === 'ONLINE')
    const isMember = online.some((row) => row['MEMBER_PORT'] === place.port)
    return isMember && (size === undefined || online.length === size)
  }
  const join_ = async (isFirst = false): Promise<void> => {
    const bootstrap = (value: string): Promise<unknown> =>
      query(`SET GLOBAL group_replication_bootstrap_group = ${value}`)
    if (isFirst) await bootstrap('ON')
    await query("START GROUP_REPLICATION USER = 'replicator', PASSWORD = 'replicator'")
    if (isFirst) await bootstrap('OFF')
    await until('joining the group', logFile, () => isOnline())
  }
  return {
    place,
    port: place.port,
    isAlive,
    launch,
    query,
    join: join_,
    isOnline,
    kill: async () => server?.end('SIGKILL'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    stop: async () => server?.end('SIGTERM'),
    start: async () => {
      if (isAlive()) return
      await launch()
      await join_()
    },
  }
}

/** A member that was expelled while it was paused may have given up on joining by itself. */
const rejoin = async (member: Member): Promise<void> => {
  const isBack = async (): Promise<boolean> => member.isOnline(NODES)
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 200) {
    if (await isBack().catch(() => false)) return
    await pause(200)
  }
  await member.query('STOP GROUP_REPLICATION')
  await member.join()
}

const begin = async (members: readonly Member[]): Promise<void> => {
  const [first, ...others] = members
  if (first === undefined) return
  await initialise(first.place.folder)
  for (const { place } of others)
    await cp(join(first.place.folder.outside, 'data'), join(place.folder.outside, 'data'), { recursive: true })
  await Promise.all(members.map((member) => member.launch()))
  await first.join(true)
  for (const member of others) await member.join()
}

const primaryOf = async (members: readonly Member[]): Promise<number> => {
  for (const member of members) {
    const rows = await member.query(STATES).catch(() => [])
    const found = rows.find((row) => row['MEMBER_STATE'] === 'ONLINE' && row['MEMBER_ROLE'] === 'PRIMARY')
    const at = members.findIndex(({ port }) => port === found?.['MEMBER_PORT'])
    if (at >= 0) return at
  }
  throw new Error('the group has no primary')
}

/** Starts three members with `root` and no password. */
export const startGroupReplication = async (mode: PrimaryMode): Promise<ReplicationGroup> => {
  const places: Place[] = []
  for (let number = 1; number <= NODES; number += 1) {
    const folder = await freshUnpackedFolder(SYSTEM, `group${number}`)
    places.push({ number, folder, port: await freePort(), group: await freePort() })
  }
  const seeds = places.map(({ group }) => `127.0.0.1:${group}`).join(',')
  const members = places.map((place) => memberOf(place, seeds, mode))
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
    primary: () => primaryOf(members),
    heal: async () => {
      for (const member of members) {
        await member.start()
        if (!(await member.isOnline())) await rejoin(member)
      }
      for (const { isOnline, place } of members)
        await until('healing the group', join(place.folder.outside, 'log'), () => isOnline(NODES))
    },
    stop,
  }
}
