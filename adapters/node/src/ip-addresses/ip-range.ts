import ipaddr from 'ipaddr.js'
import { type IpAddress, parseAddress } from './parse-address.js'

/** The addresses that share the first `bits` with the network. */
export interface IpRange {
  readonly network: IpAddress
  readonly bits: number
}

/** An address without a zone, with an optional length in plain decimal. */
const RANGE = /^([0-9A-Fa-f:.]+)(?:\/(0|[1-9][0-9]{0,2}))?$/

/** The offset of the IPv4 address in a mapped IPv6 address. */
const MAPPED_BITS = 96

const BYTE_BITS = 8

const lengthOf = (address: IpAddress): number => (address.kind() === 'ipv4' ? 32 : 128)

/** The bits of a byte that belong to the network, given their number. */
const maskOf = (bits: number): number => {
  const inByte = Math.min(BYTE_BITS, Math.max(0, bits))
  return (0xff << (BYTE_BITS - inByte)) & 0xff
}

/** The range with this many bits that contains the address. */
export const networkOf = (address: IpAddress, bits: number): IpRange => ({
  network: ipaddr.fromByteArray(
    address.toByteArray().map((byte, at) => byte & maskOf(bits - at * BYTE_BITS)),
  ),
  bits,
})

/**
 * Parses a range. A range of mapped addresses becomes one of IPv4, or undefined if it is wider than all of
 * them.
 */
export const parseRange = (text: string): IpRange | undefined => {
  const [, base = '', length] = RANGE.exec(text) ?? []
  const address = parseAddress(base)
  if (address === undefined) return undefined
  const most = lengthOf(address)
  if (length === undefined) return { network: address, bits: most }
  const isMapped = address.kind() === 'ipv4' && base.includes(':')
  const bits = Number(length) - (isMapped ? MAPPED_BITS : 0)
  return bits >= 0 && bits <= most ? networkOf(address, bits) : undefined
}

/** The range in text form. */
export const rangeText = ({ network, bits }: IpRange): string => `${network.toString()}/${bits}`
