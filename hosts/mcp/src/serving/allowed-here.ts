import { isIP } from 'node:net'
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'

/** A bracketed or a plain address, without its port. */
const addressIn = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

/** Refusals of requests for another host, or from a page of another origin. */
const FOREIGN_HOST =
  'The Host header names neither this machine, an IP address nor the host of POSTRIDER_PUBLIC_URL. Call the service by one of ' +
  'these, or set POSTRIDER_PUBLIC_URL to the address that clients use.'
const FOREIGN_ORIGIN =
  'The Origin header is not the origin of POSTRIDER_PUBLIC_URL. Set POSTRIDER_PUBLIC_URL to the address of the service, or call it ' +
  'from a program: only browsers send Origin.'

/**
 * Checks that the request is for this service and doesn't come from another site's page. Its `Host` must be
 * the service's own name, this machine or an IP address, which no foreign name can be pointed at. Its
 * `Origin`, if present, must be the service's own (docs/mcp#hosts-and-origins). Returns undefined if both
 * hold, else the problem and the setting that fixes it.
 */
export const foreignHeader = ({ host, origin }: HeaderStrings, publicUrl: string): string | undefined => {
  const own = new URL(publicUrl)
  if (typeof host !== 'string') return FOREIGN_HOST
  const names = [own.hostname, ...localhostAllowedHostnames()]
  const isMeant = isIP(addressIn(host)) !== 0 || validateHostHeader(host, names).ok
  if (!isMeant) return FOREIGN_HOST
  return origin === undefined || origin === own.origin ? undefined : FOREIGN_ORIGIN
}
