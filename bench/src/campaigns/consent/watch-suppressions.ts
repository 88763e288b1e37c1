import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'

/** The time at which each suppressed recipient was first seen in the database. */
export interface SuppressionWatch {
  /** By the digest of the recipient. */
  readonly recordedAtMs: ReadonlyMap<string, number>
  stop(): Promise<void>
}

const EVERY_MS = 20

/** Watches the suppression list on a connection of its own. */
export const watchSuppressions = async (databaseUrl: string): Promise<SuppressionWatch> => {
  const connection = await createConnection(databaseUrl)
  const recordedAtMs = new Map<string, number>()
  const over = new AbortController()
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT LOWER(HEX(recipient)) AS digest FROM suppressions',
      )
      for (const { digest } of rows)
        if (!recordedAtMs.has(String(digest))) recordedAtMs.set(String(digest), Date.now())
      await pause(EVERY_MS)
    }
  }
  const watching = watch()
  return {
    recordedAtMs,
    stop: async () => {
      over.abort()
      await watching
      await connection.end()
    },
  }
}
