import { isIP } from 'node:net'
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import type { HeaderStrings } from '@postrider/core/domain/codecs/compile-headers'

/** A bracketed or a plain address, without its port. */
const addressIn = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

/**
 * Whether the request was meant for this service, and comes from no page of somebody else: its `Host` is the service's own
 * name, this machine or an address, which no foreign name can be made to lead to; its `Origin`, where there is one, the
 * service's own (docs/mcp#hosts-and-origins).
 */
export const isAllowedHere = ({ host, origin }: HeaderStrings, publicUrl: string): boolean => {
  const own = new URL(publicUrl)
  if (typeof host !== 'string') return false
  const names = [own.hostname, ...localhostAllowedHostnames()]
  const isMeant = isIP(addressIn(host)) !== 0 || validateHostHeader(host, names).ok
  return isMeant && (origin === undefined || origin === own.origin)
}
