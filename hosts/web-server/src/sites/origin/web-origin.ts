import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import { isLoopback } from '../../hosting/loopback.js'

/** Whether browsers reach the origin over TLS, so that its cookies can be restricted to TLS. */
export const isSecure = (origin: string): boolean => origin.startsWith('https:')

/**
 * Whether one of our own pages sent a form or a call. `Origin`, which every browser sends with a POST, must
 * match, and `Sec-Fetch-Site` must not contradict it (docs/promises#foreign-browsers).
 */
export const isOwnRequest = (headers: HeaderStrings, origin: string): boolean => {
  const site = headers['sec-fetch-site']
  return headers['origin'] === origin && (site === undefined || site === 'same-origin')
}

/**
 * Whether the request comes from a link or form of another site; browsers don't send strict cookies with
 * those.
 */
export const isFromElsewhere = (headers: HeaderStrings): boolean => headers['sec-fetch-site'] === 'cross-site'

/**
 * The origin, if the browser used another name of the same machine: forms sent from there would count as
 * foreign. Undefined if the browser used the right name, or one that a proxy set.
 */
export const ownNameFor = (headers: HeaderStrings, origin: string): string | undefined => {
  const { host } = headers
  const own = new URL(origin)
  if (typeof host !== 'string' || host === own.host || !isLoopback(own.hostname)) return undefined
  const hostUrl = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  return hostUrl !== undefined && isLoopback(hostUrl.hostname) && hostUrl.port === own.port
    ? origin
    : undefined
}
