/**
 * Reads IP addresses and CIDR ranges, IPv4, IPv6 and IPv4 mapped into IPv6.
 * @example
 * ```ts
 * import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
 * import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
 *
 * const isOffice = (reader: IpAddresses, address: string): boolean =>
 *   reader.isWithin(address, ['192.0.2.0/24', '2001:db8::/32'])
 *
 * isOffice(ipAddresses, '::ffff:192.0.2.7')
 * ```
 */
export interface IpAddresses {
  /** The address in its canonical form (a mapped IPv4 as IPv4, no zone); undefined where the text is none. */
  normalise(address: string): string | undefined
  /** The range in canonical form (host bits cleared); undefined where the text is none. A plain address is a range of one. */
  normaliseRange(range: string): string | undefined
  /**
   * Whether the address lies in any of the ranges; an IPv4 address lies in ranges of IPv4 only. An address that is none
   * lies in none, and a range that is none holds none. The list is a value: one that was asked about never changes.
   */
  isWithin(address: string, ranges: readonly string[]): boolean
  /** What failures are counted by: the address, for IPv6 its /64; any other text as it is. */
  networkOf(address: string): string
  /** The /48 of an IPv6 address, which one site can have whole (RFC 6177); undefined for IPv4, mapped IPv4 and any other text. */
  siteOf(address: string): string | undefined
}
