/** An address that a host name resolves to; `family` is 4 or 6. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** Resolves a host name for a connection, in the form that Node's `net.connect` and HTTP agents take as `lookup`. */
export type HostLookup = (
  host: string,
  options: { readonly all?: boolean | undefined },
  done: (error: Error | null, address: string | HostAddress[], family?: number) => void,
) => void

/** `public`: public addresses and the listed networks; `listed`: only the listed networks, for HTTP without TLS. */
export type NetworkReach = 'public' | 'listed'

/**
 * The networks that provider accounts may connect to. They are set for the installation, so that a person who
 * saves accounts can't reach its private network (docs/providers#networks). Link-local and metadata addresses
 * are never allowed.
 * @example
 * ```ts
 * import { connect } from 'node:net'
 * import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
 *
 * const open = (networks: ProviderNetworks, host: string, port: number) => {
 *   const problem = networks.problemOf(host, 'public')
 *   if (problem !== undefined) throw new Error(`host ${problem}`)
 *   return connect({ host, port, lookup: networks.lookupFor('public') })
 * }
 * ```
 */
export interface ProviderNetworks {
  /**
   * Why accounts may not connect to the host, as the end of a sentence that starts with the setting's name;
   * undefined if they may try. IP addresses are decided here, because connecting to them needs no lookup.
   * Other names are checked again at each connection.
   */
  problemOf(host: string, reach: NetworkReach): string | undefined
  /** A lookup that fails with the code `ADDRESS_NOT_ALLOWED` if any address of the name is outside the reach. */
  lookupFor(reach: NetworkReach): HostLookup
}
