import { E } from '@postrider/core/fp'

/** An integer within bounds; `what` is the complaint about any other value. */
export const number =
  (least: number, most: number, what: string) =>
  (text: string): E.Either<string, number> => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return E.right(value)
    return E.left(`must be ${what}, not "${text}"`)
  }

/** The message of a thrown value. */
export const thrownText = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** A port to listen on. */
export const port = number(0, 65_535, 'a port number from 0 to 65535 (0: any free port)')

/** The address of a host, without a trailing slash. */
export const originUrl = (text: string): E.Either<string, string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isOrigin ? E.right(url.origin) : E.left('must be http:// or https:// with only a host and a port')
}

/** A listening address as a URL. */
export const listeningUrl = (hostName: string, portNumber: number): string =>
  `http://${hostName.includes(':') ? `[${hostName}]` : hostName}:${portNumber}`

/** A host to listen on. */
export const host = (text: string): E.Either<string, string> =>
  /^[0-9A-Za-z.:_-]+$/.test(text) && URL.canParse(listeningUrl(text, 1))
    ? E.right(text)
    : E.left(`must be a host name or an address, without scheme or port, not "${text}"`)

/** A setting that is on with `1` and off with `0`. */
export const oneOrZero = (text: string): E.Either<string, boolean> =>
  text === '1' || text === '0' ? E.right(text === '1') : E.left(`must be 1 or 0, not "${text}"`)
