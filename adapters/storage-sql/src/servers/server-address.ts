import { splitServers } from '@postrider/core/kernel/addresses/server-list'

/** The words and defaults of a kind of address: `mysql://user:password@host:port/database`. */
export interface AddressKind<Tls extends string> {
  readonly name: string
  readonly scheme: string
  readonly port: number
  readonly user: string
  /** The values that `?ssl=` accepts. */
  readonly tls: readonly Tls[]
}

/** The parts of an address. */
export interface ServerAddress<Tls extends string> {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly tls: Tls
}

const listed = (values: readonly string[]): string =>
  `${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`

/** Reads one address; throws an error with the expected form, which never contains the password. */
export const parseServerUrl = <Tls extends string>(
  kind: AddressKind<Tls>,
  url: string,
): ServerAddress<Tls> => {
  const form = `a ${kind.name} address must be ${kind.scheme}://user:password@host:port/database; in a password write / as %2F, ? as %3F, # as %23 and % as %25`
  const decoded = (text: string): string => {
    try {
      return decodeURIComponent(text)
    } catch {
      throw new Error(form)
    }
  }
  const address = URL.canParse(url) ? new URL(url) : undefined
  const database = decoded(address?.pathname.slice(1) ?? '')
  if (address === undefined || address.hostname === '' || database === '' || database.includes('/'))
    throw new Error(form)
  const unknown = [...address.searchParams.keys()].find((name) => name !== 'ssl')
  if (unknown !== undefined)
    throw new Error(`a ${kind.name} address cannot have the parameter '${unknown}', only ssl`)
  const given = address.searchParams.get('ssl') ?? 'false'
  const tls = kind.tls.find((one) => one === given)
  if (tls === undefined) throw new Error(`ssl in a ${kind.name} address must be ${listed(kind.tls)}`)
  return {
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: address.port === '' ? kind.port : Number(address.port),
    user: decoded(address.username) || kind.user,
    password: decoded(address.password),
    database,
    tls,
  }
}

/** Reads each server of `scheme://user:password@a,b/database`, in their order. */
export const parseServers = <A>(url: string, parse: (url: string) => A): readonly A[] =>
  splitServers(url).urls.map(parse)
