import { isIP } from 'node:net'
import type { ConnectionOptions } from 'mysql2'
import { type AddressKind, parseServers, parseServerUrl } from '../servers/server-address.js'

/** The driver checks names only, and would compare a certificate with `localhost` instead of the address. */
const NAMELESS =
  'ssl=true in a MySQL address verifies the server name, so the host must be a name and not an IP address. ssl=any-name does not verify the name'

type Tls = 'true' | 'false' | 'any-name'

const KIND: AddressKind<Tls> = {
  name: 'MySQL',
  scheme: 'mysql',
  port: 3306,
  user: 'root',
  tls: ['true', 'false', 'any-name'],
}

/** `any-name` trusts a certificate for other names than the host's, for example one that a managed database shares. */
const tlsOf = (tls: Tls): Pick<ConnectionOptions, 'ssl'> =>
  tls === 'false' ? {} : { ssl: { rejectUnauthorized: true, verifyIdentity: tls === 'true' } }

/**
 * The parts of a `mysql://…` address. `?ssl=true` requires TLS with a certificate that is verified and names
 * the host; `?ssl=any-name` requires one that is verified.
 */
export const parseMysqlUrl = (url: string): ConnectionOptions => {
  const { tls, ...address } = parseServerUrl(KIND, url)
  if (tls === 'true' && isIP(address.host) !== 0) throw new Error(NAMELESS)
  return { ...address, ...tlsOf(tls) }
}

/** The same for each server of `mysql://user:password@a:3306,b:3306/database`, in their order. */
export const parseMysqlServers = (url: string): readonly ConnectionOptions[] =>
  parseServers(url, parseMysqlUrl)
