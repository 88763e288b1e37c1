import { isIP } from 'node:net'
import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import type { ConnectionOptions } from 'mysql2'

const FORM =
  'a MySQL address must be mysql://user:password@host:port/database; in a password write / as %2F, ? as %3F, # as %23 and % as %25'

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(FORM)
  }
}

/** The driver checks names only, and would compare a certificate with `localhost` instead of the address. */
const NAMELESS =
  'ssl=true in a MySQL address verifies the server name, so the host must be a name and not an IP address. ssl=any-name does not verify the name'

const SSL = ['false', 'true', 'any-name'] as const

type Tls = (typeof SSL)[number]

/** `any-name` trusts a certificate for other names than the host's, for example one that a managed database shares. */
const tlsOf = (ssl: Tls): Pick<ConnectionOptions, 'ssl'> =>
  ssl === 'false' ? {} : { ssl: { rejectUnauthorized: true, verifyIdentity: ssl === 'true' } }

/**
 * The parts of a `mysql://…` address. `?ssl=true` requires TLS with a certificate that is verified and names
 * the host; `?ssl=any-name` requires one that is verified.
 */
export const parseMysqlUrl = (url: string): ConnectionOptions => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  const database = decoded(address?.pathname.slice(1) ?? '')
  if (address === undefined || address.hostname === '' || database === '' || database.includes('/'))
    throw new Error(FORM)
  const unknown = [...address.searchParams.keys()].find((name) => name !== 'ssl')
  if (unknown !== undefined)
    throw new Error(`a MySQL address cannot have the parameter '${unknown}', only ssl`)
  const given = address.searchParams.get('ssl') ?? 'false'
  const ssl = SSL.find((one) => one === given)
  if (ssl === undefined) throw new Error('ssl in a MySQL address must be true, false or any-name')
  const host = address.hostname.replace(/^\[(.*)\]$/, '$1')
  if (ssl === 'true' && isIP(host) !== 0) throw new Error(NAMELESS)
  return {
    host,
    port: address.port === '' ? 3306 : Number(address.port),
    user: decoded(address.username) || 'root',
    password: decoded(address.password),
    database,
    ...tlsOf(ssl),
  }
}

/** The same for each server of `mysql://user:password@a:3306,b:3306/database`, in their order. */
export const parseMysqlServers = (url: string): readonly ConnectionOptions[] =>
  splitServers(url).urls.map(parseMysqlUrl)
