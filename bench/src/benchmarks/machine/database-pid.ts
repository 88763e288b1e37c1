import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createConnection, type RowDataPacket } from 'mysql2/promise'

/** The process id of a database server on this machine, from its own pid file; undefined if unknown. */
export const mariadbPid = async (url: string): Promise<number | undefined> => {
  const connection = await createConnection(url)
  try {
    const question = 'SELECT @@pid_file AS pidFile, @@datadir AS dataDirectory'
    const [[row]] = await connection.query<RowDataPacket[]>(question)
    const pidFile = String(row?.['pidFile'])
    const dataDirectory = String(row?.['dataDirectory'])
    const path = pidFile.startsWith('/') ? pidFile : `${dataDirectory}/${pidFile}`
    return Number((await readFile(path, 'utf8')).trim())
  } catch {
    return undefined
  } finally {
    await connection.end()
  }
}

/** Like `mariadbPid`, for PostgreSQL's parent process. */
export const postgresPid = async (url: string): Promise<number | undefined> => {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    const text = await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')
    return Number(text.split('\n')[0])
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}
