import type { Clock } from '../../kernel/ports/clock.js'
import type { Random } from '../../kernel/ports/random.js'
import type { Timers } from '../../kernel/ports/timers.js'
import type { ProviderNetworks } from './provider-networks.js'
import type { ProviderOpener } from './provider.js'

/** The parts of a process that its provider openers get. */
export interface ProviderParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  /** A folder of the process for data that must survive restarts. */
  readonly dataDir: string
  /** The networks that accounts may connect to; an adapter that connects to a host of the account's choice checks them. */
  readonly networks: ProviderNetworks
}

/**
 * A kind of provider, as a composition lists it: listed kinds can be called, named in requests, and appear in
 * the published documents (docs/decisions/0043).
 */
export interface ProviderAdapter extends Pick<ProviderOpener, 'kind' | 'carries' | 'forms'> {
  /**
   * The opener of this kind, with the same channels and forms. It makes no connections, and creates nothing
   * in the folder before an account is opened.
   */
  opener(parts: ProviderParts): ProviderOpener
}
