const AUTHORITY = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is

const SERVER = /^(?:\[[0-9a-f:.]+\]|[^[\]:@\s]+)(?::(\d{1,5}))?$/i

const HIGHEST_PORT = 65_535

const isServer = (server: string): boolean => {
  const match = SERVER.exec(server)
  if (match === null) return false
  const port = match[1]
  return port === undefined || (Number(port) > 0 && Number(port) <= HIGHEST_PORT)
}

/**
 * Splits `scheme://user:password@a:1,b:2/path?parameters` at the commas between its servers. A server is `host` or
 * `host:port`, and an IPv6 address is in brackets. The URLs come in the order given and share everything but the server.
 * An address without a list is returned unchanged and unchecked.
 * Throws one sentence, without the address, if a server of a list has another form or the login is given twice.
 */
export const splitServers = (url: string): { readonly urls: readonly [string, ...string[]] } => {
  const [, scheme = '', authority = '', rest = ''] = AUTHORITY.exec(url) ?? []
  const end = authority.lastIndexOf('@') + 1
  const [login, list] = [authority.slice(0, end), authority.slice(end)]
  if (login.includes(',') && login.indexOf('@') < end - 1)
    throw new Error(
      'a list of servers has one user and password, before the first server; write @ in them as %40',
    )
  if (!list.includes(',')) return { urls: [url] }
  const wrongAt = list.split(',').findIndex((server) => !isServer(server))
  if (wrongAt >= 0)
    throw new Error(
      `server ${wrongAt + 1} of the list must be host or host:port, with an IPv6 address in brackets`,
    )
  const [first = '', ...others] = list.split(',').map((server) => `${scheme}${login}${server}${rest}`)
  return { urls: [first, ...others] }
}
