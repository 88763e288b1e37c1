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
  /**
   * The address in canonical form (a mapped IPv4 as IPv4, no zone); undefined if the text isn't an address.
   */
  normalize(address: string): string | undefined
  /**
   * The range in canonical form (host bits cleared); undefined if the text isn't a range. A plain address is
   * a range of one.
   */
  normalizeRange(range: string): string | undefined
  /**
   * Whether the address is in any of the ranges; an IPv4 address matches only IPv4 ranges. Invalid addresses
   * and ranges never match. The list is treated as a value: a list that was passed once must not be modified.
   */
  isWithin(address: string, ranges: readonly string[]): boolean
  /**
   * The network that failures are counted by: the address, or its /64 for IPv6; any other text is returned
   * unchanged.
   */
  networkOf(address: string): string
  /**
   * The /48 of an IPv6 address, which a single site may own entirely (RFC 6177); undefined for IPv4, mapped
   * IPv4 and any other text.
   */
  siteOf(address: string): string | undefined
}
