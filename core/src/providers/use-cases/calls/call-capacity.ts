import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'
import type { Provider } from '../../ports/provider.js'
import type { Waiter } from '../../../kernel/batching/fair-queue.js'
import { type AccountCircuits, accountCircuits } from './account-circuits.js'
import { accountLines } from './account-lines.js'
import { type AccountRates, accountRates } from './account-rates.js'
import { openAccount } from './query-status.js'
import { type CallSlot, callSlots } from './call-slots.js'
import type { OpenProviders } from './open-providers.js'

/** An account that a message goes to, opened, and the slot that the message has or waits for. */
export interface CallTarget {
  readonly account: ProviderAccount
  readonly provider: Provider
  /** Taken: the intent to call may be written. It is left when what came of the call is on record. */
  readonly slot: CallSlot
}

/** An account where too many wait already, and how many calls it can have under way. */
export interface FullAccount {
  readonly fullSlots: number
}

/** Why there is no target at an account. */
export type NoTarget = FullAccount | 'resting' | 'unopened'

/** What a process can have under way at its provider accounts. */
export interface CallCapacity {
  /**
   * A target at the account, or that it is full; `resting`: it is left alone, since it does not work; `unopened`: its settings or
   * secrets do not let it be opened.
   */
  target(account: ProviderAccount, message: Waiter): CallTarget | NoTarget
  /** A slot among the calls of an open account, for what is on record that it is called; undefined where no more are given. */
  slot(target: Pick<CallTarget, 'account' | 'provider'>, waiter: Waiter): CallSlot | undefined
  /** When a message comes again that found each of these accounts full, with so many slots: where there is room first. */
  comesAgainAtMs(full: ReadonlyMap<ProviderAccountId, number>): EpochMs
  readonly circuits: AccountCircuits
  readonly rates: AccountRates
  /** Gives no more targets and slots; those who wait for one are sent away. */
  shut(): void
  isShut(): boolean
}

/**
 * How many more than have a slot may have their intent written, so that a slot seldom waits for the disk: those that come
 * next, and those whose outcome is being put on record. If the process is killed, as many more are unknown: hence few, and
 * never more than the slots.
 */
export const MAX_INTENTS_AHEAD = 32

/** The account's slots: as many as it allows, and its adapter can have under way. */
const slotsOf = ({ account, provider }: Pick<CallTarget, 'account' | 'provider'>): number =>
  Math.max(1, Math.min(account.maxConcurrent, provider.concurrency ?? account.maxConcurrent))

/** The slot, and how long it was held once it is given up. */
const timedSlot = (
  { clock }: Pick<Ports, 'clock'>,
  slot: CallSlot,
  held: (heldMs: number) => void,
): CallSlot => {
  let takenAtMs = clock.nowMs()
  return {
    isTaken: slot.isTaken,
    take: async (untilMs) => {
      const isTaken = await slot.take(untilMs)
      takenAtMs = clock.nowMs()
      return isTaken
    },
    leave: () => {
      if (slot.isTaken()) held(clock.nowMs() - takenAtMs)
      slot.leave()
    },
  }
}

/** The capacity of one process; all of it is free. */
export const callCapacity = (
  needs: Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry' | 'random' | 'digests'>,
  providers: OpenProviders,
): CallCapacity => {
  const intents = callSlots(needs)
  const slots = callSlots(needs)
  const circuits = accountCircuits(needs)
  const rates = accountRates(needs)
  const lines = accountLines(needs)
  let isShut = false
  return {
    circuits,
    rates,
    target: (account, message) => {
      if (!circuits.letsThrough(account)) return 'resting'
      const provider = openAccount(needs, providers, account)
      if (provider === undefined) return 'unopened'
      const most = slotsOf({ account, provider })
      const { providerAccountId } = account
      const withIntents = most + Math.min(most, MAX_INTENTS_AHEAD)
      const slot = intents.join(
        providerAccountId,
        withIntents,
        message,
        lines.longest(providerAccountId, most),
      )
      return slot === undefined ? { fullSlots: most } : { account, provider, slot }
    },
    slot: (target, waiter) => {
      const { providerAccountId } = target.account
      const slot = slots.join(providerAccountId, slotsOf(target), waiter)
      return slot && timedSlot(needs, slot, (heldMs) => lines.left(providerAccountId, heldMs))
    },
    comesAgainAtMs: lines.comesAgainAtMs,
    shut: () => {
      isShut = true
      rates.shut()
      intents.shut()
      slots.shut()
    },
    isShut: () => isShut,
  }
}
