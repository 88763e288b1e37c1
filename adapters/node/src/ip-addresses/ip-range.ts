import ipaddr from 'ipaddr.js'
import { type IpAddress, parseAddress } from './parse-address.js'

/** The addresses whose first `bits` are the network's. */
export interface IpRange {
  readonly network: IpAddress
  readonly bits: number
}

/** An address without zone, and perhaps a length in plain decimal. */
const RANGE = /^([0-9A-Fa-f:.]+)(?:\/(0|[1-9][0-9]{0,2}))?$/

/** Where IPv4 begins in an address that it is mapped into. */
const MAPPED_BITS = 96

const BYTE_BITS = 8

const lengthOf = (address: IpAddress): number => (address.kind() === 'ipv4' ? 32 : 128)

/** The part of a byte that belongs to the network, where so many of its bits do. */
const maskOf = (bits: number): number => {
  const inByte = Math.min(BYTE_BITS, Math.max(0, bits))
  return (0xff << (BYTE_BITS - inByte)) & 0xff
}

/** The range of so many bits that the address lies in. */
export const networkOf = (address: IpAddress, bits: number): IpRange => ({
  network: ipaddr.fromByteArray(
    address.toByteArray().map((byte, at) => byte & maskOf(bits - at * BYTE_BITS)),
  ),
  bits,
})

/** The range that a text spells. One of mapped addresses is of IPv4, and none where it is wider than all of them. */
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

/** The range as it is written. */
export const rangeText = ({ network, bits }: IpRange): string => `${network.toString()}/${bits}`
