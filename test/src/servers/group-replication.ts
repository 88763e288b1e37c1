import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { freePort } from './free-port.js'
import { startMysql } from './mysql.js'
import type { MysqlServer } from './mysql-server.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'

/** Three MySQL servers in one replication group. */
export interface ReplicationGroup extends ServerCluster {
  /** The index of the primary; in a group with several primaries, of the first one. */
  primary(): Promise<number>
}

/** How many members of the group accept writes. */
export type PrimaryMode = 'single-primary' | 'multi-primary'

interface Place {
  readonly number: number
  readonly port: number
  readonly group: number
}

interface Member {
  readonly place: Place
  readonly server: MysqlServer
}

const NODES = 3
const WITHIN_MS = 90_000
/** How long an expelled member tries to rejoin by itself. */
const BY_ITSELF_MS = 10_000
const GROUP_NAME = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const STATES =
  'SELECT MEMBER_PORT, MEMBER_STATE, MEMBER_ROLE FROM performance_schema.replication_group_members'
const START = "START GROUP_REPLICATION USER = 'replicator', PASSWORD = 'replicator'"

/** The account with which a member fetches missing data from another one; each member creates it itself. */
const ACCOUNT = [
  'SET SQL_LOG_BIN = 0',
  "CREATE USER replicator@'127.0.0.1' IDENTIFIED BY 'replicator'",
  `GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM
   ON *.* TO replicator@'127.0.0.1'`,
]

const argsOf = ({ number, port, group }: Place, seeds: string, mode: PrimaryMode): readonly string[] => [
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

const query = async ({ place }: Member, ...texts: readonly string[]): Promise<RowDataPacket[]> => {
  const { port } = place
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 2_000 })
  try {
    let rows: RowDataPacket[] = []
    for (const text of texts) rows = (await connection.query<RowDataPacket[]>(text))[0]
    return rows
  } finally {
    connection.destroy()
  }
}

/** Whether the member is online in a group with this number of online members. */
const isOnline = async (member: Member, size = 1): Promise<boolean> => {
  const rows = await query(member, STATES).catch(() => [])
  const online = rows.filter((row) => row['MEMBER_STATE'] === 'ONLINE')
  return online.length >= size && online.some((row) => row['MEMBER_PORT'] === member.place.port)
}

const comesOnline = async (member: Member, size: number, withinMs: number): Promise<boolean> => {
  const giveUpAt = performance.now() + withinMs
  while (performance.now() < giveUpAt) {
    if (await isOnline(member, size)) return true
    await pause(200)
  }
  return false
}

const untilOnline = async (member: Member, size = 1): Promise<void> => {
  if (await comesOnline(member, size, WITHIN_MS)) return
  throw new Error(`a member of the group is not online: ${member.server.death() ?? 'it took too long'}`)
}

/**
 * The first member forms the group, and the others join it. A killed member is refused until the group has
 * expelled it, so it retries for a while.
 */
const joinGroup = async (member: Member, isFirst = false): Promise<void> => {
  const bootstrap = (value: string): string => `SET GLOBAL group_replication_bootstrap_group = ${value}`
  const texts = isFirst ? [bootstrap('ON'), START, bootstrap('OFF')] : [START]
  const giveUpAt = performance.now() + WITHIN_MS
  const tryOnce = (): Promise<unknown> =>
    query(member, ...texts).catch((error: unknown) => {
      if (isFirst || performance.now() > giveUpAt) throw error
      return pause(1_000).then(tryOnce)
    })
  await tryOnce()
  await untilOnline(member)
}

/** Whether a running member still lists this one in its group. */
const isListed = async ({ place }: Member, others: readonly Member[]): Promise<boolean> => {
  const lists = await Promise.all(others.map((other) => query(other, STATES).catch(() => [])))
  return lists.some((rows) => rows.some((row) => row['MEMBER_PORT'] === place.port))
}

/** Waits until the others have expelled the dead member: before that, they refuse its replacement. */
const untilExpelled = async (member: Member, members: readonly Member[]): Promise<void> => {
  const others = members.filter((one) => one !== member)
  const giveUpAt = performance.now() + WITHIN_MS
  while ((await isListed(member, others)) && performance.now() < giveUpAt) await pause(200)
}

const start = async (member: Member, members: readonly Member[]): Promise<void> => {
  if (member.server.death() === undefined) return
  await untilExpelled(member, members)
  await member.server.restart()
  await joinGroup(member)
}

const heal = async (members: readonly Member[]): Promise<void> => {
  for (const member of members) {
    await start(member, members)
    if (await comesOnline(member, 1, BY_ITSELF_MS)) continue
    await query(member, 'STOP GROUP_REPLICATION')
    await joinGroup(member)
  }
  for (const member of members) await untilOnline(member, NODES)
}

const primaryOf = async (members: readonly Member[]): Promise<number> => {
  for (const member of members) {
    const rows = await query(member, STATES).catch(() => [])
    const found = rows.find((row) => row['MEMBER_STATE'] === 'ONLINE' && row['MEMBER_ROLE'] === 'PRIMARY')
    const at = members.findIndex(({ place }) => place.port === found?.['MEMBER_PORT'])
    if (at >= 0) return at
  }
  throw new Error('the group has no primary')
}

const nodeOf = (member: Member, members: readonly Member[]): ClusterNode => {
  const { server, place } = member
  return {
    port: place.port,
    kill: server.kill,
    pause: server.pause,
    resume: server.resume,
    stop: server.end,
    start: () => start(member, members),
  }
}

const startMembers = async (
  places: readonly Place[],
  mode: PrimaryMode,
  members: Member[],
): Promise<void> => {
  const seeds = places.map(({ group }) => `127.0.0.1:${group}`).join(',')
  const starting = places.map(async (place): Promise<void> => {
    const server = await startMysql({ port: place.port, args: argsOf(place, seeds, mode) })
    members.push({ place, server })
  })
  // Waits for all, so that none starts after the others were given up.
  await Promise.allSettled(starting)
  await Promise.all(starting)
  members.sort((one, other) => one.place.number - other.place.number)
  for (const member of members) {
    await query(member, ...ACCOUNT)
    await joinGroup(member, member === members[0])
  }
}

/** Starts three members with `root` and no password. */
export const startGroupReplication = async (mode: PrimaryMode): Promise<ReplicationGroup> => {
  const places: Place[] = []
  for (let number = 1; number <= NODES; number += 1)
    places.push({ number, port: await freePort(), group: await freePort() })
  const members: Member[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(members.map(({ server }) => server.kill()))
    await Promise.all(members.map(({ server }) => server.stop()))
  }
  try {
    await startMembers(places, mode, members)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes: members.map((member) => nodeOf(member, members)),
    primary: () => primaryOf(members),
    heal: () => heal(members),
    stop,
  }
}
