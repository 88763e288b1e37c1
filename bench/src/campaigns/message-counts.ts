import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'

/** Longer than a lease and the relay's horizon, including the remaining work. */
const SETTLED_WITHIN_MS = 200_000

/** The number of rows of a query after FROM. */
export const countOf = async (databaseUrl: string, what: string): Promise<number> => {
  const connection = await createConnection(databaseUrl)
  const [rows] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS found FROM ${what}`)
  await connection.end()
  return Number(rows[0]?.['found'])
}

/** Waits until no message waits to be sent, or the time limit is reached. */
export const untilSent = async (databaseUrl: string): Promise<void> => {
  const giveUpAt = Date.now() + SETTLED_WITHIN_MS
  while ((await countOf(databaseUrl, "messages WHERE state = 'ACCEPTED'")) > 0 && Date.now() < giveUpAt)
    await pause(250)
}
