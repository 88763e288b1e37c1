import { splitServers } from '@postrider/core/domain/addresses/server-list'
import type { ConnectionOptions } from 'mysql2'

const FORM = 'a MySQL address is mysql://user:password@host:port/database'

/** The address parts of `mysql://…`; `?ssl=true` asks for TLS with a verified certificate. */
export const parseMysqlUrl = (url: string): ConnectionOptions => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  const database = decodeURIComponent(address?.pathname.slice(1) ?? '')
  if (address === undefined || address.hostname === '' || database === '' || database.includes('/'))
    throw new Error(FORM)
  const unknown = [...address.searchParams.keys()].find((name) => name !== 'ssl')
  if (unknown !== undefined) throw new Error(`a MySQL address knows no parameter '${unknown}', only ssl`)
  const ssl = address.searchParams.get('ssl') ?? 'false'
  if (ssl !== 'true' && ssl !== 'false') throw new Error('ssl in a MySQL address is true or false')
  return {
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: address.port === '' ? 3306 : Number(address.port),
    user: decodeURIComponent(address.username) || 'root',
    password: decodeURIComponent(address.password),
    database,
    ...(ssl === 'true' ? { ssl: {} } : {}),
  }
}

/** The same for each server of `mysql://user:password@a:3306,b:3306/database`, in their order. */
export const parseMysqlServers = (url: string): readonly ConnectionOptions[] =>
  splitServers(url).urls.map(parseMysqlUrl)
