import { isIP } from 'node:net'
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'

/** A bracketed or a plain address, without its port. */
const addressIn = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

/** Refusals of requests that were meant for another host, or that a page of another origin sent. */
const FOREIGN_HOST =
  'The Host header names neither this machine, an IP address nor the host of POSTRIDER_PUBLIC_URL. Call the service by one of ' +
  'these, or set POSTRIDER_PUBLIC_URL to the address that clients use.'
const FOREIGN_ORIGIN =
  'The Origin header is not the origin of POSTRIDER_PUBLIC_URL. Set POSTRIDER_PUBLIC_URL to the address of the service, or call it ' +
  'from a program: only browsers send Origin.'

/**
 * Whether the request was meant for this service, and comes from no page of somebody else: its `Host` is the service's own
 * name, this machine or an address, which no foreign name can be made to lead to; its `Origin`, where there is one, the
 * service's own (docs/mcp#hosts-and-origins). Returns undefined then, else what is wrong and what to set.
 */
export const foreignHeader = ({ host, origin }: HeaderStrings, publicUrl: string): string | undefined => {
  const own = new URL(publicUrl)
  if (typeof host !== 'string') return FOREIGN_HOST
  const names = [own.hostname, ...localhostAllowedHostnames()]
  const isMeant = isIP(addressIn(host)) !== 0 || validateHostHeader(host, names).ok
  if (!isMeant) return FOREIGN_HOST
  return origin === undefined || origin === own.origin ? undefined : FOREIGN_ORIGIN
}
