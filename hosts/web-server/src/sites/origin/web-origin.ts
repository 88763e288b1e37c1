import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import { isLoopback } from '../../hosting/loopback.js'

/** Whether a browser reaches the origin over TLS, so that its cookies may be bound to it. */
export const isSecure = (origin: string): boolean => origin.startsWith('https:')

/**
 * Whether a form or a call was sent by a page of ours: its `Origin` says so, which every browser sends with a POST, and
 * `Sec-Fetch-Site` does not say otherwise (docs/promises#foreign-browsers).
 */
export const isOwnRequest = (headers: HeaderStrings, origin: string): boolean => {
  const site = headers['sec-fetch-site']
  return headers['origin'] === origin && (site === undefined || site === 'same-origin')
}

/** Whether a link or form of another site led here, with which a browser sends no strict cookie. */
export const isFromElsewhere = (headers: HeaderStrings): boolean => headers['sec-fetch-site'] === 'cross-site'

/**
 * The origin, where the browser came by another name of the same machine: forms sent from there would be foreign.
 * Undefined where it came by the right name, or by one that a proxy made.
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
