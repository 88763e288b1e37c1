import type { Connection, RowDataPacket } from 'mysql2/promise'

/** A session of another connection, as the server lists it. */
export interface MysqlSession {
  readonly id: number
  readonly state: string
}

/**
 * The sessions of all other connections to a database. `information_schema.processlist` isn't asked: MySQL converts the
 * statements of all sessions for it, and fails when one of them has a character outside of utf8mb3.
 */
export const otherSessions = async (
  connection: Connection,
  database: string,
): Promise<readonly MysqlSession[]> => {
  const [rows] = await connection.query<RowDataPacket[]>('SHOW PROCESSLIST')
  return rows
    .filter((row) => row['db'] === database && row['Id'] !== connection.threadId)
    .map((row) => ({ id: Number(row['Id']), state: String(row['State'] ?? '') }))
}
