import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * A separate program, so that a test can wait for it without its event loop. It ends every connection to the
 * database of the address in its argument, and itself when the server has none left.
 */
const killConnections = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (;;) {
    const { rows } = await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    if (rows.length === 0) break
    await sleep(10)
  }
  await client.end()
}

const [url] = process.argv.slice(2)
if (url === undefined) throw new Error('the address of the database is missing')
await killConnections(url)
