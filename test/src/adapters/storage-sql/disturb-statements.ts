import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'

/** Ends statements and connections of others on a database until it is stopped. */
export interface Disturber {
  /** Stops, and returns the number that were ended. */
  stop(): Promise<number>
}

const EVERY_MS = 15

const everyMoment = (end: (round: number) => Promise<number>, close: () => Promise<void>): Disturber => {
  const stopping = new AbortController()
  let ended = 0
  const work = (async () => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      ended += await end(round)
      await sleep(EVERY_MS)
    }
    await close()
  })()
  return {
    stop: async () => {
      stopping.abort()
      await work
      return ended
    },
  }
}

/** Kills a statement of the database in three of four rounds, and a connection in the fourth. */
export const disturbMysql = async (url: string): Promise<Disturber> => {
  const connection = await createConnection(url)
  const end = async (round: number): Promise<number> => {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT id AS id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() ORDER BY RAND() LIMIT 1',
    )
    const id = Number(rows[0]?.['id'] ?? 0)
    if (id === 0) return 0
    await connection.query(round % 4 === 3 ? `KILL ${id}` : `KILL QUERY ${id}`).catch(() => undefined)
    return 1
  }
  return everyMoment(end, () => connection.end())
}

/** The same on PostgreSQL. */
export const disturbPostgres = async (url: string): Promise<Disturber> => {
  const client = new pg.Client(url)
  await client.connect()
  const end = async (round: number): Promise<number> => {
    const how = round % 4 === 3 ? 'pg_terminate_backend' : 'pg_cancel_backend'
    const { rowCount } = await client.query(
      `SELECT ${how}(pid) FROM pg_stat_activity
       WHERE datname = CURRENT_DATABASE() AND pid <> pg_backend_pid() ORDER BY RANDOM() LIMIT 1`,
    )
    return rowCount ?? 0
  }
  return everyMoment(end, () => client.end())
}
