import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'

/** The address of callers in tests, by default. */
export const HERE = '192.0.2.1'

/** Treats every text as an address, and as a range of only that address. */
export const plainIpAddresses: IpAddresses = {
  normalize: (address) => address,
  normalizeRange: (range) => range,
  isWithin: (address, ranges) => ranges.includes(address),
  networkOf: (address) => address,
  siteOf: () => undefined,
}
