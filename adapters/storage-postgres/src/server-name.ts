import { type Driver, statement } from '@postrider/storage-sql/own-engine'

const askVersion = statement('SHOW server_version')

/** The server and its version: `PostgreSQL 15.10`. */
export const postgresServerName = async (driver: Driver): Promise<string> => {
  const [rows] = await driver.read([askVersion()], 'each')
  return `PostgreSQL ${/^[\d.]+/.exec(String(rows?.[0]?.[0]))?.[0] ?? ''}`.trim()
}
