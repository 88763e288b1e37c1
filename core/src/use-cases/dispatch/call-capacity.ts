import type { Message } from '../../domain/messages/message.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { Ports } from '../../ports/ports.js'
import type { Provider } from '../../ports/provider.js'
import { type AccountCircuits, accountCircuits } from './account-circuits.js'
import { type AccountRates, accountRates } from './account-rates.js'
import { openAccount } from './ask-provider.js'
import { type CallSlot, callSlots } from './call-slots.js'
import type { OpenProviders } from './open-providers.js'

/** An account that a message goes to, opened, and the slot that the message has or waits for. */
export interface CallTarget {
  readonly account: ProviderAccount
  readonly provider: Provider
  /** Taken: the intent to call may be written. */
  readonly slot: CallSlot
}

/** Why there is no target at an account. */
export type NoTarget = 'full' | 'resting' | 'unopened'

/** What a process can have under way at its provider accounts. */
export interface CallCapacity {
  /**
   * A target at the account; `full`: too many wait; `resting`: it is left alone, since it does not work; `unopened`: its
   * settings or secrets do not let it be opened.
   */
  target(account: ProviderAccount, message: Message): CallTarget | NoTarget
  /** A slot among the account's calls, for a message that has its intent written; undefined where no more are given. */
  slot(target: CallTarget, message: Message): CallSlot | undefined
  readonly circuits: AccountCircuits
  readonly rates: AccountRates
  /** Gives no more targets and slots; those who wait for one are sent away. */
  shut(): void
  isShut(): boolean
}

/**
 * How many more than have a slot may have their intent written, so that a slot never waits for the disk. If the process
 * is killed, the outcome of as many is unknown that no provider ever saw: hence few, and never more than the slots.
 */
export const MAX_INTENTS_AHEAD = 32

/** The account's slots: as many as it allows, and its adapter can have under way. */
const slotsOf = ({ account, provider }: Pick<CallTarget, 'account' | 'provider'>): number =>
  Math.max(1, Math.min(account.maxConcurrent, provider.concurrency ?? account.maxConcurrent))

/** The capacity of one process; all of it is free. */
export const callCapacity = (
  needs: Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry' | 'random' | 'digests'>,
  providers: OpenProviders,
): CallCapacity => {
  const intents = callSlots(needs)
  const slots = callSlots(needs)
  const circuits = accountCircuits(needs)
  const rates = accountRates(needs)
  let isShut = false
  return {
    circuits,
    rates,
    target: (account, message) => {
      if (!circuits.letsThrough(account)) return 'resting'
      const provider = openAccount(needs, providers, account)
      if (provider === undefined) return 'unopened'
      const most = slotsOf({ account, provider })
      const slot = intents.join(account.providerAccountId, most + Math.min(most, MAX_INTENTS_AHEAD), message)
      return slot === undefined ? 'full' : { account, provider, slot }
    },
    slot: (target, message) => slots.join(target.account.providerAccountId, slotsOf(target), message),
    shut: () => {
      isShut = true
      rates.shut()
      intents.shut()
      slots.shut()
    },
    isShut: () => isShut,
  }
}
