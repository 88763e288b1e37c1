import { createConnection } from 'mysql2/promise'
import { setTimeout as sleep } from 'node:timers/promises'
import { otherSessions } from '../../servers/mysql-sessions.js'

/**
 * A separate program, so that a test can wait for it without its event loop. It ends every connection to the
 * database of the address in its argument, and itself when the server has none left.
 */
const killConnections = async (url: string): Promise<void> => {
  const connection = await createConnection(url)
  for (;;) {
    const sessions = await otherSessions(connection, new URL(url).pathname.slice(1))
    if (sessions.length === 0) break
    // One that has ended by itself meanwhile counts as killed.
    for (const { id } of sessions) await connection.query('KILL CONNECTION ?', [id]).catch(() => undefined)
    await sleep(10)
  }
  await connection.end()
}

const [url] = process.argv.slice(2)
if (url === undefined) throw new Error('the address of the database is missing')
await killConnections(url)
