import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** IPv4 in IPv6 by the form that was given up (RFC 4291 2.5.5.1); ipaddr.js would take it for the mapped one. */
const COMPATIBLE = /^::[0-9]+\./

/**
 * The address that a text spells, a mapped IPv4 as IPv4, without its zone. Node says whether it is one at all: ipaddr.js
 * also reads octal, hexadecimal and shortened IPv4, which others read otherwise.
 */
export const parseAddress = (text: string): IpAddress | undefined => {
  const version = isIP(text)
  if (version === 4) return ipaddr.IPv4.parse(text)
  if (version === 0 || COMPATIBLE.test(text)) return undefined
  const [withoutZone = ''] = text.split('%')
  const address = ipaddr.IPv6.parse(withoutZone)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}
