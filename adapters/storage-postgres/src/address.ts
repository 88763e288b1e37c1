import { type AddressKind, parseServers, parseServerUrl } from '@postrider/storage-sql/own-engine'

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

const KIND: AddressKind<'true' | 'false'> = {
  name: 'PostgreSQL',
  scheme: 'postgres',
  port: 5432,
  user: 'postgres',
  tls: ['true', 'false'],
}

/** The parts of a `postgres://…` address; `?ssl=true` requires TLS with a verified certificate. */
export const parsePostgresUrl = (url: string): PostgresAddress => {
  const { tls, ...address } = parseServerUrl(KIND, url)
  return { ...address, ssl: tls === 'true' ? { rejectUnauthorized: true } : false }
}

/** The same for each server of `postgres://user:password@a,b/database`, in their order. */
export const parsePostgresServers = (url: string): readonly PostgresAddress[] =>
  parseServers(url, parsePostgresUrl)
