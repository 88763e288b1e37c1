import { readFile } from 'node:fs/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'

/** The process id of a database server on this machine, by its own pid file; undefined where it cannot be told. */
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
