import type { Lane } from '@postrider/core/kernel/messages/lane'
import knexLibrary from 'knex'
import { openThread } from '@postrider/storage-sql/sqlite/thread'

/** The outbox, seen from outside the processes that work on it. */
export interface WaitingList {
  /** The number of messages of one lane, or of all. */
  count(lane?: Lane): Promise<number>
  close(): Promise<void>
}

const SQLITE = 'sqlite:'

const countOf = (lane: Lane | undefined): string =>
  `SELECT COUNT(*) AS n FROM outbox${lane === undefined ? '' : ` WHERE lane = '${lane}'`}`

const openFile = async (path: string): Promise<WaitingList> => {
  const thread = await openThread({ path, role: 'reader' })
  return {
    count: async (lane) => {
      const { results } = await thread.run([{ sql: countOf(lane), binary: '', cells: [] }])
      return Number(results[0]?.[0]?.[0])
    },
    close: () => thread.close(),
  }
}

/** Opens the outbox of a migrated database. */
export const openWaitingList = async (storageUrl: string): Promise<WaitingList> => {
  if (storageUrl.startsWith(SQLITE)) return openFile(storageUrl.slice(SQLITE.length))
  const knex = knexLibrary({ client: 'mysql2', connection: storageUrl })
  return {
    count: async (lane) => {
      const [rows] = (await knex.raw(countOf(lane))) as [ReadonlyArray<{ readonly n: number }>]
      return rows[0]?.n ?? 0
    },
    close: () => knex.destroy(),
  }
}
