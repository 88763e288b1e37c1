import type { Connection, RowDataPacket } from 'mysql2/promise'

/** A session of another connection in the server's list. */
export interface MysqlSession {
  readonly id: number
  readonly state: string
}

/**
 * The sessions of all other connections to a database. `information_schema.processlist` isn't used: MySQL
 * converts the statements of all sessions for it, and fails if one has a character outside utf8mb3.
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
