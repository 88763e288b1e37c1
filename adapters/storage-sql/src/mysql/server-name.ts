import type { Driver } from '../engine/driver.js'
import { statement } from '../engine/template.js'

const readVersion = statement(`SELECT VERSION(), @@version_comment`)

/** Which server this is: `MariaDB 10.11.6`, `MySQL 8.4.3`. */
export const mysqlServerName = async (driver: Driver): Promise<string> => {
  const [rows] = await driver.read([readVersion()], 'each')
  const [version, comment] = (rows?.[0] ?? []).map(String)
  const kind = /mariadb/i.test(`${version} ${comment}`) ? 'MariaDB' : 'MySQL'
  return `${kind} ${/^[\d.]+/.exec(version ?? '')?.[0] ?? ''}`.trim()
}
