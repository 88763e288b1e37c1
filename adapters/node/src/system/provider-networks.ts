import { lookup as lookUpName } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type {
  HostAddress,
  HostLookup,
  NetworkReach,
  ProviderNetworks,
} from '@postrider/core/providers/ports/provider-networks'

// IANA's registries of special-purpose addresses, and IPv6 ranges that embed IPv4. BlockList checks mapped IPv4 as IPv4.
const NOT_PUBLIC = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
  'fc00::/7 fe80::/10 fec0::/10 ff00::/8',
].flatMap((line) => line.split(' '))

// Link-local addresses, also as NAT64 and 6to4 write them, and the other addresses of metadata services: Alibaba, Azure,
// Oracle, AWS, Google.
const NEVER = [
  '169.254.0.0/16 fe80::/10 64:ff9b::a9fe:0/112 2002:a9fe::/32',
  '100.100.100.200/32 168.63.129.16/32 192.0.0.192/32',
  'fd00:ec2::254/128 fd20:ce::254/128 fd00:c1::a9fe:a9fe/128',
].flatMap((line) => line.split(' '))

const LOOPBACK = ['127.0.0.1', '::1']

const rangesOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    const isSix = isIP(base) === 6
    list.addSubnet(base, bits === '' ? (isSix ? 128 : 32) : Number(bits), isSix ? 'ipv6' : 'ipv4')
  }
  return list
}

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const notPublic = rangesOf(NOT_PUBLIC)
const never = rangesOf(NEVER)

/** Whether an address is a public unicast address: neither of this machine nor of a private or special network. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !isIn(notPublic, address) && !isIn(never, address)

/** The reasons of refused hosts, as the ends of sentences. */
export interface NetworkTexts {
  readonly isPrivate: string
  readonly needsTls: string
}

/** For people who can change the setting that lists the networks. */
const textsNaming = (setting: string): NetworkTexts => ({
  isPrivate: `is private, and ${setting} does not list its network`,
  needsTls: `must use https, unless ${setting} lists its host`,
})

/** For customers, who can't change a setting. */
export const CUSTOMER_TEXTS: NetworkTexts = {
  isPrivate: 'is private. Use a public address, or ask support to allow its network',
  needsTls: 'must use https',
}

const notAllowed = (): Error =>
  Object.assign(new Error('the host has an address that is not allowed'), { code: 'ADDRESS_NOT_ALLOWED' })

type Resolve = (host: string, done: (error: Error | null, addresses: readonly HostAddress[]) => void) => void

const resolveAll: Resolve = (host, done) => lookUpName(host, { all: true }, done)

/** Names that never resolve to a public address: loopback (RFC 6761), mDNS (RFC 6762) and private domains. */
const isPrivateName = (host: string): boolean => /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host)
const isLoopbackName = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host)

/**
 * Networks that allow public addresses and the listed ranges: CIDR, or an address for a range of one. `texts` say why a
 * host is refused.
 */
export const providerNetworks = (
  listed: readonly string[],
  resolve: Resolve = resolveAll,
  texts = textsNaming('POSTRIDER_PROVIDER_NETWORKS'),
): ProviderNetworks => {
  const ranges = rangesOf(listed)
  const isAllowed = (address: string, reach: NetworkReach): boolean =>
    isIP(address) !== 0 &&
    !isIn(never, address) &&
    (isIn(ranges, address) || (reach === 'public' && !isIn(notPublic, address)))

  const nameProblem = (host: string, reach: NetworkReach): string | undefined => {
    const mayLead = isLoopbackName(host)
      ? LOOPBACK.some((address) => isAllowed(address, 'listed'))
      : listed.length > 0
    if (mayLead) return undefined
    if (isPrivateName(host)) return texts.isPrivate
    return reach === 'public' ? undefined : texts.needsTls
  }

  const addressProblem = (address: string, reach: NetworkReach): string | undefined => {
    if (isAllowed(address, reach)) return undefined
    if (isIn(never, address)) return 'is a link-local or metadata address, which is never allowed'
    return isPublicAddress(address) ? texts.needsTls : texts.isPrivate
  }

  const lookupFor =
    (reach: NetworkReach): HostLookup =>
    (host, options, done) => {
      resolve(host, (error, addresses) => {
        const [first] = addresses ?? []
        if (error !== null || first === undefined) return done(error ?? new Error('no address'), '', 4)
        if (!addresses.every(({ address }) => isAllowed(address, reach))) return done(notAllowed(), '', 4)
        return options.all === true ? done(null, [...addresses]) : done(null, first.address, first.family)
      })
    }

  return {
    problemOf: (host, reach) => (isIP(host) === 0 ? nameProblem(host, reach) : addressProblem(host, reach)),
    lookupFor,
  }
}
