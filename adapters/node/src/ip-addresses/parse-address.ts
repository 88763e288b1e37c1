import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** The deprecated form of IPv4 in IPv6 (RFC 4291 2.5.5.1); ipaddr.js would read it as the mapped form. */
const COMPATIBLE = /^::[0-9]+\./

/**
 * Parses an address, a mapped IPv4 as IPv4, without its zone. Node decides whether it is one: ipaddr.js also
 * reads octal, hexadecimal and shortened IPv4, which other programs read differently.
 */
export const parseAddress = (text: string): IpAddress | undefined => {
  const version = isIP(text)
  if (version === 4) return ipaddr.IPv4.parse(text)
  if (version === 0 || COMPATIBLE.test(text)) return undefined
  const [withoutZone = ''] = text.split('%')
  const address = ipaddr.IPv6.parse(withoutZone)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}
