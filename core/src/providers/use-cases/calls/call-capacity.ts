import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { LimitStorage } from '../../../limits/ports/limit-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { CircuitChanged } from '../../domain/calls/account-outage.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import type { Provider } from '../../ports/provider.js'
import type { Waiter } from '../../../kernel/batching/fair-queue.js'
import { type AccountCircuits, accountCircuits } from './account-circuits.js'
import { accountLines } from './account-lines.js'
import { type AccountRates, accountRates } from './account-rates.js'
import { openAccount } from './query-status.js'
import { type CallSlot, callSlots } from './call-slots.js'
import type { OpenProviders } from './open-providers.js'

/** An open account that a message goes to, and the slot that the message holds or waits for. */
export interface CallTarget {
  readonly account: ProviderAccount
  readonly provider: Provider
  /** Taken: the intent to call may be written. Leave it once the outcome of the call is recorded. */
  readonly slot: CallSlot
}

/** An account with too many waiting messages, and its number of slots. */
export interface FullAccount {
  readonly fullSlots: number
}

/** Why an account is no target. */
export type NoTarget = FullAccount | 'resting' | 'unopened'

/** The capacity of a process for calls at its provider accounts. */
export interface CallCapacity {
  /**
   * A target at the account, or the reason for none: it is full; `resting`: its circuit breaker is open;
   * `unopened`: it can't be opened with its settings or secrets.
   */
  target(account: ProviderAccount, message: Waiter): CallTarget | NoTarget
  /**
   * A slot at an open account, for a call whose intent is already recorded; undefined after the capacity was
   * shut.
   */
  slot(target: Pick<CallTarget, 'account' | 'provider'>, waiter: Waiter): CallSlot | undefined
  /** When a message that found all of these accounts full is tried again: as soon as one of them has room. */
  comesAgainAtMs(full: ReadonlyMap<ProviderAccountId, number>): EpochMs
  readonly circuits: AccountCircuits
  readonly rates: AccountRates
  /** Gives no more targets and slots; all waits end. */
  shut(): void
  isShut(): boolean
}

/**
 * How many intents may be written ahead of free slots, so that a slot seldom waits for the disk. They cover
 * the next calls, and those whose outcome is being recorded. If the process is killed, this many more
 * outcomes are unknown, so the number is small, and never more than the slots.
 */
export const MAX_INTENTS_AHEAD = 32

/** The account's slots: the lower of its own limit and its adapter's. */
const slotsOf = ({ account, provider }: Pick<CallTarget, 'account' | 'provider'>): number =>
  Math.max(1, Math.min(account.maxConcurrent, provider.concurrency ?? account.maxConcurrent))

/** Wraps a slot to measure how long it was held. */
const timedSlot = (
  { clock }: { readonly clock: Clock },
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

interface Needs {
  readonly storage: { readonly limits: LimitStorage }
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly digests: Digests
  readonly telemetry: EventSink<CircuitChanged | PartFailed>
}

/** Creates the capacity of one process, all of it free. */
export const callCapacity = (needs: Needs, providers: OpenProviders): CallCapacity => {
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
