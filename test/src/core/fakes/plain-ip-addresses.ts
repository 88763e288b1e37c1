import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'

/** Where the callers of tests are, unless a test says otherwise. */
export const HERE = '192.0.2.1'

/** Every text is an address, and a range of just that. */
export const plainIpAddresses: IpAddresses = {
  normalise: (address) => address,
  normaliseRange: (range) => range,
  isWithin: (address, ranges) => ranges.includes(address),
  networkOf: (address) => address,
  siteOf: () => undefined,
}
