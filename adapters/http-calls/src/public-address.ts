import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// What is no public unicast address: IANA's registries of special-purpose addresses, and what embeds IPv4 in IPv6 (mapped
// IPv4 is checked as IPv4).
const NETWORKS = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
  'fc00::/7 fe80::/10 fec0::/10 ff00::/8',
].flatMap((line) => line.split(' '))

const notPublic = new BlockList()
for (const network of NETWORKS) {
  const [base = '', bits = ''] = network.split('/')
  notPublic.addSubnet(base, Number(bits), isIP(base) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address belongs to a network that everybody can reach, and not to this machine or the network it stands in. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && !notPublic.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** That a name leads to an address that may not be called. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError'
  constructor() {
    super('the provider has no public address')
  }
}

type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

const resolveAll: Resolve = (host, done) => lookUpName(host, { all: true }, done)

/**
 * Looks names up for connections, and refuses those of which any address is not public: asked at each connection, so that
 * a name cannot lead elsewhere later.
 */
export const publicLookup =
  (resolve: Resolve = resolveAll): LookupFunction =>
  (host, options, done) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return done(error ?? new Error('no address'), '', 4)
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new NotPublicError(), '', 4)
      return options.all === true ? done(null, [...addresses]) : done(null, first.address, first.family)
    })
  }
