import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A program of its own, so that a test can wait for it without its event loop: ends every connection to the
 * database of the address that is its argument, and itself when the server has none any more.
 */
const killConnections = async (url: string): Promise<void> => {
  const connection = await createConnection(url)
  for (;;) {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
    )
    if (rows.length === 0) break
    // One that has ended by itself meanwhile is as good as killed.
    for (const row of rows) await connection.query('KILL CONNECTION ?', [row['id']]).catch(() => undefined)
    await sleep(10)
  }
  await connection.end()
}

const [url] = process.argv.slice(2)
if (url === undefined) throw new Error('the address of the database is missing')
await killConnections(url)
