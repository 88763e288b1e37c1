import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { Ports } from '../../ports/ports.js'
import type { Provider } from '../../ports/provider.js'
import type { Waiter } from '../concurrency/fair-queue.js'
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
  target(account: ProviderAccount, message: Waiter): CallTarget | NoTarget
  /** A slot among the calls of an open account, for what is on record that it is called; undefined where no more are given. */
  slot(target: Pick<CallTarget, 'account' | 'provider'>, waiter: Waiter): CallSlot | undefined
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
    slot: (target, waiter) => slots.join(target.account.providerAccountId, slotsOf(target), waiter),
    shut: () => {
      isShut = true
      rates.shut()
      intents.shut()
      slots.shut()
    },
    isShut: () => isShut,
  }
}
