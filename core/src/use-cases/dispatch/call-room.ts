import type { Message } from '../../domain/messages/message.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { Ports } from '../../ports/ports.js'
import type { Provider } from '../../ports/provider.js'
import { openAccount } from './ask-provider.js'
import { callPlaces, type Ticket } from './call-places.js'
import type { OpenProviders } from './open-providers.js'

/** An account that a message goes to, opened, and where the message stands before it. */
export interface Berth {
  readonly account: ProviderAccount
  readonly provider: Provider
  /** Inside: the intent to call may be written. */
  readonly ticket: Ticket
}

/** What a process can have under way at its provider accounts. */
export interface CallRoom {
  /** A berth at the account; `full`: too many stand in line; `unopened`: its settings or secrets do not let it be opened. */
  berth(account: ProviderAccount, message: Message): Berth | 'full' | 'unopened'
  /** A place among the account's calls, for one that has its intent written; undefined where the room is shut. */
  place(berth: Berth, message: Message): Ticket | undefined
  /** Gives no more berths and places; those who wait for one are sent away. */
  shut(): void
  isShut(): boolean
}

/**
 * How many more than have a place may have their intent written, so that a place never waits for the disk. If the process
 * is killed, the outcome of as many is unknown that no provider ever saw: hence few, and never more than the places.
 */
export const MOST_AHEAD = 32

/** The account's places: as many as it allows, and its adapter can have under way. */
const placesOf = ({ account, provider }: Pick<Berth, 'account' | 'provider'>): number =>
  Math.max(1, Math.min(account.maxConcurrent, provider.places ?? account.maxConcurrent))

/** The room of one process; all of it is free. */
export const callRoom = (
  needs: Pick<Ports, 'clock' | 'timers' | 'telemetry'>,
  providers: OpenProviders,
): CallRoom => {
  const intents = callPlaces(needs)
  const places = callPlaces(needs)
  let isShut = false
  return {
    berth: (account, message) => {
      const provider = openAccount(needs, providers, account)
      if (provider === undefined) return 'unopened'
      const most = placesOf({ account, provider })
      const ticket = intents.join(account.providerAccountId, most + Math.min(most, MOST_AHEAD), message)
      return ticket === undefined ? 'full' : { account, provider, ticket }
    },
    place: (berth, message) => places.join(berth.account.providerAccountId, placesOf(berth), message),
    shut: () => {
      isShut = true
      intents.shut()
      places.shut()
    },
    isShut: () => isShut,
  }
}
