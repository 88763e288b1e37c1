import { splitServers } from '@postrider/core/kernel/addresses/server-list'

/** The address of a database, and its login. */
export interface PostgresAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  /** False, or TLS with verification of the server's certificate. */
  readonly ssl: false | { readonly rejectUnauthorized: true }
}

const FORM =
  'a PostgreSQL address must be postgres://user:password@host:port/database; in a password write / as %2F, ? as %3F, # as %23 and % as %25'

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(FORM)
  }
}

/** The parts of a `postgres://…` address; `?ssl=true` requires TLS with a verified certificate. */
export const parsePostgresUrl = (url: string): PostgresAddress => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  const database = decoded(address?.pathname.slice(1) ?? '')
  if (address === undefined || address.hostname === '' || database === '' || database.includes('/'))
    throw new Error(FORM)
  const unknown = [...address.searchParams.keys()].find((name) => name !== 'ssl')
  if (unknown !== undefined)
    throw new Error(`a PostgreSQL address cannot have the parameter '${unknown}', only ssl`)
  const ssl = address.searchParams.get('ssl') ?? 'false'
  if (ssl !== 'true' && ssl !== 'false') throw new Error('ssl in a PostgreSQL address must be true or false')
  return {
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: address.port === '' ? 5432 : Number(address.port),
    user: decoded(address.username) || 'postgres',
    password: decoded(address.password),
    database,
    ssl: ssl === 'true' ? { rejectUnauthorized: true } : false,
  }
}

/** The same for each server of `postgres://user:password@a,b/database`, in their order. */
export const parsePostgresServers = (url: string): readonly PostgresAddress[] =>
  splitServers(url).urls.map(parsePostgresUrl)
