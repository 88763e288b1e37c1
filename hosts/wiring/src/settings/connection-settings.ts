import { E } from '@postrider/core/fp'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { number } from '../setting-values.js'

/** The limits on connections, and the networks that providers may be in. */
export interface ConnectionSettings {
  /** Ranges in canonical form: the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** How many connections an address may have open. */
  readonly connectionsPerAddress: number
  /** Ranges in canonical form: the addresses without that limit. */
  readonly connectionsExempt: readonly string[]
  /** How long an idle connection stays open. */
  readonly keepAliveMs: number
  /** Ranges in canonical form: the private networks that provider accounts may connect to (docs/providers#networks). */
  readonly providerNetworks: readonly string[]
  /** Ranges in canonical form: the private networks that webhook endpoints may be in (docs/hardening). */
  readonly webhookNetworks: readonly string[]
}

const ipRanges = (text: string): E.Either<string, readonly string[]> => {
  const read: string[] = []
  for (const one of text.split(',')) {
    const range = ipAddresses.normalizeRange(one.trim())
    if (range === undefined)
      return E.left(
        `must be addresses or ranges such as 10.0.0.0/8, separated by commas, not "${one.trim()}"`,
      )
    read.push(range)
  }
  return E.right(read)
}

/** An empty value means the default, so an empty list is written `none`. */
const exemptRanges = (text: string): E.Either<string, readonly string[]> =>
  text === 'none' ? E.right([]) : ipRanges(text)

const MOST_CONNECTIONS = 65_535
const LONGEST_KEEP_ALIVE_SECONDS = 3600
const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const

const TRUSTED_PROXIES = optionalSetting({
  name: 'POSTRIDER_TRUSTED_PROXIES',
  parse: ipRanges,
  about:
    'The proxies in front of the API, as addresses or ranges. Only their X-Forwarded-For is trusted. Default: none.',
  examples: ['10.0.0.0/8,fd00::/8'],
  row: { meaning: 'proxies whose `X-Forwarded-For` is trusted, for example `10.0.0.0/8`' },
  compose: {
    note: 'Clients behind a published port or a proxy may share one address: list it here, or limit connections at the proxy.',
  },
})

const PROVIDER_NETWORKS = optionalSetting({
  name: 'POSTRIDER_PROVIDER_NETWORKS',
  parse: ipRanges,
  about: `
    Private networks that provider accounts may connect to, as addresses or ranges (docs/providers.md, Networks). None by default: only
    public addresses. Link-local and metadata addresses are never allowed.`,
  examples: ['10.20.0.0/16,127.0.0.1'],
  row: { meaning: 'private networks that provider accounts may use, for example `10.0.0.0/8`' },
})

const WEBHOOK_NETWORKS = optionalSetting({
  name: 'POSTRIDER_WEBHOOK_NETWORKS',
  parse: ipRanges,
  about: `
    Private networks that webhook endpoints of customers may be in, as addresses or ranges. They may use http. None by default: only
    https and public addresses. Every customer can reach these networks. Link-local and metadata addresses are never allowed.`,
  examples: ['10.30.0.0/16'],
  row: { meaning: 'private networks that webhook endpoints may be in, for example `10.30.0.0/16`' },
})

const CONNECTIONS_PER_ADDRESS = settingWithDefault({
  name: 'POSTRIDER_CONNECTIONS_PER_ADDRESS',
  parse: number(1, MOST_CONNECTIONS, `a number of connections from 1 to ${MOST_CONNECTIONS}`),
  defaultText: '256',
  about: `
    Maximum number of open connections for each client address (an IPv4 address or an IPv6 /64). An IPv6 /48 may have ten times as many.
    POSTRIDER_CONNECTIONS_EXEMPT lists addresses without this limit, or is "none". Default: loopback and the trusted proxies.`,
  row: { meaning: 'maximum open connections per client address; not for trusted proxies' },
})

const CONNECTIONS_EXEMPT = optionalSetting({
  name: 'POSTRIDER_CONNECTIONS_EXEMPT',
  parse: exemptRanges,
  examples: ['127.0.0.0/8,::1'],
})

/** The default is more than the 60 seconds of most load balancers: the side that sends requests has to close first. */
const KEEP_ALIVE_SECONDS = settingWithDefault({
  name: 'POSTRIDER_KEEP_ALIVE_SECONDS',
  parse: number(1, LONGEST_KEEP_ALIVE_SECONDS, `seconds from 1 to ${LONGEST_KEEP_ALIVE_SECONDS}`),
  defaultText: '75',
  about: `
    How many seconds an idle connection stays open, 1 to 3600. Set it higher than the idle timeout of the load balancer in front.
    Otherwise the balancer sends requests over connections that are being closed.`,
  row: { meaning: 'seconds that idle connections stay open; more than in your load balancer' },
})

/** The declarations, in the order of the documents. */
export const CONNECTION_SETTINGS: readonly SettingGroup[] = [
  [TRUSTED_PROXIES],
  [PROVIDER_NETWORKS],
  [WEBHOOK_NETWORKS],
  [CONNECTIONS_PER_ADDRESS, CONNECTIONS_EXEMPT],
  [KEEP_ALIVE_SECONDS],
]

/**
 * Reads the limits on connections. Trusted proxies are exempt by default, because all clients behind them
 * have their addresses.
 */
export const readConnectionSettings = ({ read }: SettingReader): ConnectionSettings => {
  const trustedProxies = read(TRUSTED_PROXIES) ?? []
  return {
    trustedProxies,
    connectionsPerAddress: read(CONNECTIONS_PER_ADDRESS),
    connectionsExempt: read(CONNECTIONS_EXEMPT) ?? [...LOOPBACK, ...trustedProxies],
    keepAliveMs: read(KEEP_ALIVE_SECONDS) * SECOND_MS,
    providerNetworks: read(PROVIDER_NETWORKS) ?? [],
    webhookNetworks: read(WEBHOOK_NETWORKS) ?? [],
  }
}
