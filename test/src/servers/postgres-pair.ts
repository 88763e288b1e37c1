import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'
import { type ServerProcess, untilReady } from './server-process.js'
import { freshUnpackedFolder, runUnpacked, startUnpacked, type UnpackedFolder } from './unpacked.js'

/** A PostgreSQL primary and the stand-by that has to confirm each of its commits. */
export interface PostgresPair extends ServerCluster {
  /** The index of the node that accepts writes. */
  primary(): number
  /** Makes the stand-by the primary; the former primary has to be dead. */
  promote(): Promise<void>
}

interface Node extends ClusterNode {
  readonly folder: UnpackedFolder
  isAlive(): boolean
  query(text: string): Promise<Array<Record<string, unknown>>>
}

const SYSTEM = 'postgres'
const PROGRAMS = '/usr/lib/postgresql/18/bin'
const WITHIN_MS = 60_000

const processesOf = (pid: number): readonly number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const pids = children.split(' ').filter((child) => child.trim() !== '')
  return [pid, ...pids.map(Number)]
}

/** Each of a server's processes is in a group of its own. */
const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const optionsOf = ({ inside }: UnpackedFolder, port: number): readonly string[] => {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'dynamic_shared_memory_type=mmap',
    'max_connections=600',
    'wal_level=replica',
    'max_wal_senders=8',
  ]
  return ['-D', `${inside}/data`, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
}

const nodeOf = (folder: UnpackedFolder, port: number): Node => {
  const logFile = join(folder.outside, '..', `${port}.log`)
  let server: ServerProcess | undefined
  const isAlive = (): boolean => server?.isAlive() === true
  const all = (): readonly number[] => (server === undefined ? [] : processesOf(server.pid))
  const query = async (text: string): Promise<Array<Record<string, unknown>>> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  const start = async (): Promise<void> => {
    if (isAlive()) return
    const args = optionsOf(folder, port)
    server = await startUnpacked(SYSTEM, { path: `${PROGRAMS}/postgres`, args, user: 'postgres', logFile })
    const probe = (): Promise<void> => query('SELECT 1').then(() => undefined)
    await untilReady(server, { name: 'PostgreSQL', timeoutMs: WITHIN_MS, probe })
  }
  return {
    folder,
    port,
    isAlive,
    query,
    kill: async () => {
      if (!isAlive()) return
      const pids = all()
      await server?.end('SIGKILL')
      signalAll(pids, 'SIGKILL')
    },
    pause: () => signalAll(all(), 'SIGSTOP'),
    resume: () => signalAll(all(), 'SIGCONT'),
    stop: async () => server?.end('SIGINT'),
    start,
  }
}

const asPostgres = (program: string, args: readonly string[]): Promise<string> =>
  runUnpacked(SYSTEM, { path: `${PROGRAMS}/${program}`, args, user: 'postgres' })

const initialise = ({ inside }: UnpackedFolder): Promise<string> =>
  asPostgres('initdb', [
    `--pgdata=${inside}/data`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ])

const untilTrue = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = performance.now() + WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`${what} took too long`)
    await sleep(100)
  }
}

/** Copies the primary's data to the other node, which follows it from then on; the primary then waits for it at each commit. */
const follow = async (primary: Node, other: Node): Promise<void> => {
  await other.kill()
  await rm(join(other.folder.outside, 'data'), { recursive: true, force: true })
  await asPostgres('pg_basebackup', [
    '--host=127.0.0.1',
    `--port=${primary.port}`,
    '--username=postgres',
    `--pgdata=${other.folder.inside}/data`,
    '--write-recovery-conf',
    '--wal-method=stream',
    '--checkpoint=fast',
    '--no-sync',
  ])
  await other.start()
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await primary.query('SELECT pg_reload_conf()')
  await untilTrue('following the primary', async () => {
    const rows = await primary.query('SELECT sync_state FROM pg_stat_replication')
    return rows.some((row) => row['sync_state'] === 'sync')
  })
}

/** Ends the recovery; it waits for no stand-by of its own, or nothing would be committed. */
const promote = async (node: Node): Promise<void> => {
  await node.query('ALTER SYSTEM RESET synchronous_standby_names')
  await node.query('SELECT pg_reload_conf()')
  await node.query('SELECT pg_promote()')
}

/** Starts a pair with `postgres` and no password. */
export const startPostgresPair = async (): Promise<PostgresPair> => {
  const nodes: Node[] = []
  for (const name of ['one', 'other']) {
    const folder = await freshUnpackedFolder(SYSTEM, name)
    await runUnpacked(SYSTEM, { path: 'chown', args: ['postgres', folder.inside] })
    nodes.push(nodeOf(folder, await freePort()))
  }
  const [first, second] = nodes
  if (first === undefined || second === undefined) throw new Error('a pair has two nodes')
  let primary = first
  const standBy = (): Node => (primary === first ? second : first)
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()))
    await Promise.all(nodes.map(({ folder }) => folder.remove()))
  }
  try {
    await initialise(first.folder)
    await first.start()
    await follow(first, second)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes,
    primary: () => nodes.indexOf(primary),
    promote: async () => {
      if (primary.isAlive()) throw new Error('the former primary is not dead')
      const next = standBy()
      await promote(next)
      primary = next
    },
    heal: async () => {
      if (!standBy().isAlive()) await follow(primary, standBy())
    },
    stop,
  }
}
