import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.js'
import { type Postgres, startPostgres } from './postgres.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'
import { unpackedRoot } from './unpacked-engines.js'

/** A PostgreSQL primary and the standby that must confirm each of its commits. */
export interface PostgresPair extends ServerCluster {
  /** The index of the node that accepts writes. */
  primary(): number
  /** Makes the standby the primary; the former primary must be dead. */
  promote(): Promise<void>
}

/** The place of a server, whose server is replaced when it follows a new primary. */
interface Place {
  readonly port: number
  server: Postgres
}

const WITHIN_MS = 60_000
const QUERIED_WITHIN_MS = 10_000
const PAIR_ARGS = ['-c', 'wal_level=replica', '-c', 'max_wal_senders=8']

const isAlive = ({ server }: Place): boolean => server.death() === undefined

const query = async (
  { port }: Pick<Place, 'port'>,
  text: string,
): Promise<Array<Record<string, unknown>>> => {
  const limits = { connectionTimeoutMillis: QUERIED_WITHIN_MS, query_timeout: QUERIED_WITHIN_MS }
  const account = { user: 'postgres', database: 'postgres' }
  const client = new pg.Client({ host: '127.0.0.1', port, ...account, ...limits })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a server on a copy of the primary's data, which then follows the primary. */
const startStandBy = (primary: Postgres, port: number): Promise<Postgres> =>
  startPostgres({
    root: unpackedRoot('postgres'),
    port,
    args: PAIR_ARGS,
    fill: async (data) => {
      const source = ['--host=127.0.0.1', `--port=${primary.port}`, '--username=postgres']
      const form = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
      await primary.run('pg_basebackup', [...source, `--pgdata=${data}`, ...form])
    },
  })

/** Makes each commit of the primary wait for its standby from now on. */
const waitForStandBy = async (primary: Pick<Place, 'port'>): Promise<void> => {
  await query(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await query(primary, 'SELECT pg_reload_conf()')
  const giveUpAt = performance.now() + WITHIN_MS
  const isSynchronous = async (): Promise<boolean> => {
    const rows = await query(primary, 'SELECT sync_state FROM pg_stat_replication')
    return rows.some((row) => row['sync_state'] === 'sync')
  }
  while (!(await isSynchronous().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error('the standby does not follow')
    await sleep(100)
  }
}

/** The new primary waits for no standby, or nothing could be committed. */
const promote = async (place: Place): Promise<void> => {
  await query(place, 'ALTER SYSTEM RESET synchronous_standby_names')
  await query(place, 'SELECT pg_reload_conf()')
  await query(place, 'SELECT pg_promote()')
}

const nodeOf = (place: Place): ClusterNode => ({
  port: place.port,
  kill: () => place.server.kill(),
  pause: () => place.server.pause(),
  resume: () => place.server.resume(),
  stop: () => place.server.end(),
  start: async () => {
    if (!isAlive(place)) await place.server.restart()
  },
})

const startFirst = async (): Promise<Place> => {
  const port = await freePort()
  return { port, server: await startPostgres({ root: unpackedRoot('postgres'), port, args: PAIR_ARGS }) }
}

const startSecond = async (first: Place): Promise<Place> => {
  const port = await freePort()
  const second = { port, server: await startStandBy(first.server, port) }
  await waitForStandBy(first)
  return second
}

/** Starts a pair with `postgres` and no password. */
export const startPostgresPair = async (): Promise<PostgresPair> => {
  const first = await startFirst()
  const second = await startSecond(first).catch(async (error: unknown) => {
    await first.server.stop()
    throw error
  })
  const places = [first, second]
  let primary = first
  const standBy = (): Place => (primary === first ? second : first)
  return {
    nodes: places.map(nodeOf),
    primary: () => places.indexOf(primary),
    promote: async () => {
      if (isAlive(primary)) throw new Error('the former primary is not dead')
      const next = standBy()
      await promote(next)
      primary = next
    },
    heal: async () => {
      const lost = standBy()
      if (isAlive(lost)) return
      await lost.server.stop()
      lost.server = await startStandBy(primary.server, lost.port)
      await waitForStandBy(primary)
    },
    stop: async () => {
      await Promise.all(places.map(({ server }) => server.kill()))
      await Promise.all(places.map(({ server }) => server.stop()))
    },
  }
}
