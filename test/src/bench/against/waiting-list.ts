import knexLibrary from 'knex'
import { openThread } from '@postrider/storage-sql/sqlite/thread'

/** The list of what waits to be sent, seen from beside the processes that work on it. */
export interface WaitingList {
  count(): Promise<number>
  close(): Promise<void>
}

const SQLITE = 'sqlite:'
const COUNT = 'SELECT COUNT(*) AS n FROM outbox'

const openFile = async (path: string): Promise<WaitingList> => {
  const thread = await openThread({ path, role: 'reader' })
  return {
    count: async () => {
      const { results } = await thread.run([{ sql: COUNT, binary: '', cells: [], each: false }])
      return Number(results[0]?.[0]?.[0])
    },
    close: () => thread.close(),
  }
}

/** Opens the list of a database that has its tables. */
export const openWaitingList = async (storageUrl: string): Promise<WaitingList> => {
  if (storageUrl.startsWith(SQLITE)) return openFile(storageUrl.slice(SQLITE.length))
  const knex = knexLibrary({ client: 'mysql2', connection: storageUrl })
  return {
    count: async () => {
      const [row] = await knex('outbox').count<Array<{ n: number }>>({ n: '*' })
      return row?.n ?? 0
    },
    close: () => knex.destroy(),
  }
}
