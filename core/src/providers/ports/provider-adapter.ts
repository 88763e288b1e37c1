import type { Ports } from '../../assembly/ports.js'
import type { ProviderNetworks } from './provider-networks.js'
import type { ProviderOpener } from './provider.js'

/** What a process has for its providers to be made of. */
export interface ProviderParts extends Pick<Ports, 'clock' | 'timers' | 'random'> {
  /** A folder of the process's own, for what has to outlast it. */
  readonly dataDir: string
  /** The networks that accounts may connect to; an adapter that connects to a host of the account's choice checks them. */
  readonly networks: ProviderNetworks
}

/**
 * A kind of provider, as a composition lists it: what is on the list can be called, is what
 * requests may name, and stands in the published documents (docs/decisions/0043).
 */
export interface ProviderAdapter extends Pick<ProviderOpener, 'kind' | 'carries' | 'forms'> {
  /** The opener of this kind, which carries the same and has the same forms. Connects to nothing, and makes nothing in the folder before an account is opened. */
  opener(parts: ProviderParts): ProviderOpener
}
