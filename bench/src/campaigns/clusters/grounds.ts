import { createPostgresDatabase } from '@postrider/test/servers/postgres-database'
import { type FailoverProxy, startFailoverProxy } from '@postrider/test/servers/failover-proxy'
import { addressOf, type ServerCluster } from '@postrider/test/servers/server-cluster'
import { createDatabase } from '@postrider/test/servers/test-database'
import type { CampaignRun } from '../campaign.js'
import { numberIn, readRows } from './read-rows.js'
import type { Ground } from './stage.js'

/** A cluster of databases, and how to find its writer. */
interface StorageCluster {
  readonly cluster: ServerCluster
  readonly engine: 'mysql' | 'postgres'
  /** The index of a node that accepts writes. */
  readonly writer: () => Promise<number>
  /** Whether all nodes accept writes, so that each process may have its own. */
  readonly hasManyWriters: boolean
  readonly isProxied: boolean
}

const BEFORE = { mysql: 'mysql://root@', postgres: 'postgres://postgres@' }

/** A query with one column, `usable`: whether the server accepts writes of a member. */
const WRITABLE = {
  mysql: 'SELECT @@GLOBAL.read_only = 0 AS usable',
  postgres: 'SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END AS usable',
}

/** The server's system database, for queries without a database of their own. */
const SYSTEM_DATABASE = { mysql: '/mysql', postgres: '/postgres' }

/** Creates an empty database on the cluster, and defines the addresses for each process. */
export const storageGround = async (
  { amqpUrl, addresses = 'all' }: CampaignRun,
  { cluster, engine, writer, hasManyWriters, isProxied }: StorageCluster,
): Promise<Ground> => {
  const { nodes } = cluster
  const parts = (after: string) => ({ before: BEFORE[engine], after })
  const serverUrl = addressOf(nodes, await writer(), parts(''))
  const { name } =
    engine === 'mysql' ? await createDatabase(serverUrl) : await createPostgresDatabase({ serverUrl })
  const needsProxy = isProxied || (addresses === 'one' && !hasManyWriters)
  const isUsable = async (port: number): Promise<boolean> => {
    const url = addressOf([{ port }], 0, parts(SYSTEM_DATABASE[engine]))
    const [row] = await readRows(url, WRITABLE[engine])
    return row !== undefined && numberIn(row, 'usable') === 1
  }
  const ports = nodes.map(({ port }) => port)
  const proxy: FailoverProxy | undefined = needsProxy ? await startFailoverProxy(ports, isUsable) : undefined
  return {
    storageUrl: (at) =>
      proxy === undefined
        ? addressOf(nodes, at, parts(`/${name}`), addresses)
        : addressOf([proxy], 0, parts(`/${name}`)),
    queueUrl: () => amqpUrl,
    commandUrl: async () => addressOf(nodes, await writer(), parts(`/${name}`)),
    close: async () => proxy?.stop(),
  }
}

/** Creates an empty database on the run's MariaDB; the broker is a cluster. */
export const queueGround = async (
  { mysqlUrl, addresses = 'all' }: CampaignRun,
  { nodes }: ServerCluster,
): Promise<Ground> => {
  const database = await createDatabase(mysqlUrl)
  const parts = { before: 'amqp://guest:guest@', after: '' }
  return {
    storageUrl: () => database.url,
    queueUrl: (at) => addressOf(nodes, at, parts, addresses),
    commandUrl: async () => database.url,
    close: () => database.drop(),
  }
}
