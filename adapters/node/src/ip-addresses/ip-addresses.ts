import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import { parseAddress } from './parse-address.js'
import { type IpRange, networkOf, parseRange, rangeText } from './ip-range.js'

/**
 * A network usually has a whole /64, so counting its single addresses would limit nothing (RFC 4291 2.5.4).
 */
const NETWORK_BITS = 64

/** Sites get up to a /48, which has 65,536 such networks (RFC 6177 2). */
const SITE_BITS = 48

/** A cache of parsed lists: an app's list stays the same as long as its catalog does. */
const listsRead = new WeakMap<readonly string[], readonly IpRange[]>()

const readList = (ranges: readonly string[]): readonly IpRange[] => {
  const known = listsRead.get(ranges)
  if (known !== undefined) return known
  const read = ranges.map(parseRange).filter((range) => range !== undefined)
  listsRead.set(ranges, read)
  return read
}

/** Addresses and ranges as ipaddr.js reads them, in their strict forms only. */
export const ipAddresses: IpAddresses = {
  normalize: (address) => parseAddress(address)?.toString(),
  normalizeRange: (range) => {
    const read = parseRange(range)
    return read === undefined ? undefined : rangeText(read)
  },
  isWithin: (address, ranges) => {
    if (ranges.length === 0) return false
    const read = parseAddress(address)
    if (read === undefined) return false
    return readList(ranges).some(
      ({ network, bits }) => network.kind() === read.kind() && read.match(network, bits),
    )
  },
  networkOf: (address) => {
    const read = parseAddress(address)
    if (read === undefined) return address
    return read.kind() === 'ipv4' ? read.toString() : rangeText(networkOf(read, NETWORK_BITS))
  },
  siteOf: (address) => {
    const read = parseAddress(address)
    return read?.kind() === 'ipv6' ? rangeText(networkOf(read, SITE_BITS)) : undefined
  },
}
