import {
  type CircuitBreaker,
  CLOSED,
  isOpen,
  letsThrough,
  withCallBegun,
  withCallEnded,
  withFault,
} from '../../domain/calls/circuit-breaker.js'
import type { SubmitOutcome } from '../../domain/calls/outcome.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { CircuitChanged } from '../../domain/calls/account-outage.js'
import { LEASE_MARGIN_MS } from './query-status.js'

type Account = Pick<ProviderAccount, 'providerAccountId' | 'timeoutMs'>

/**
 * The circuit breakers of a process: accounts that don't work aren't called for a while
 * (docs/api/delivery#several-accounts).
 */
export interface AccountCircuits {
  /** Whether the account may be called now. */
  letsThrough(account: Account): boolean
  /** Starts a call; false if the circuit breaker is open. */
  begin(account: Account): boolean
  /** Records the outcome of a call that started at `startedAtMs`. */
  ended(account: Account, outcome: SubmitOutcome, startedAtMs: EpochMs): void
  /** Stops calling an account until the given time, because its provider reports a fault of it. */
  rest(accountId: ProviderAccountId, detail: string, untilMs: EpochMs): void
  of(accountId: ProviderAccountId): CircuitBreaker
  /** Counts the successful and refused calls of the account so far. */
  answered(accountId: ProviderAccountId): number
}

interface Needs {
  readonly clock: Clock
  readonly random: Random
  readonly telemetry: EventSink<CircuitChanged>
}

/** Creates the circuit breakers of one process, all closed. */
export const accountCircuits = ({ clock, random, telemetry }: Needs): AccountCircuits => {
  const circuits = new Map<ProviderAccountId, CircuitBreaker>()
  const answered = new Map<ProviderAccountId, number>()
  const of = (accountId: ProviderAccountId): CircuitBreaker => circuits.get(accountId) ?? CLOSED

  const change = (providerAccountId: ProviderAccountId, to: CircuitBreaker): void => {
    const before = of(providerAccountId)
    if (to === before) return
    circuits.set(providerAccountId, to)
    if (isOpen(to) !== isOpen(before))
      telemetry.emit({ _tag: 'CircuitChanged', providerAccountId, isOpen: isOpen(to) })
  }
  const mayCall = ({ providerAccountId }: Account): boolean =>
    letsThrough(of(providerAccountId), clock.nowMs())

  return {
    of,
    rest: (accountId, detail, untilMs) =>
      change(accountId, withFault(of(accountId), detail, clock.nowMs(), untilMs)),
    answered: (accountId) => answered.get(accountId) ?? 0,
    letsThrough: mayCall,
    begin: (account) => {
      if (!mayCall(account)) return false
      const { providerAccountId, timeoutMs } = account
      change(
        providerAccountId,
        withCallBegun(of(providerAccountId), clock.nowMs(), timeoutMs + LEASE_MARGIN_MS),
      )
      return true
    },
    ended: ({ providerAccountId }, outcome, startedAtMs) => {
      const before = of(providerAccountId)
      if (outcome._tag !== 'NotAttempted' && outcome._tag !== 'OutcomeUnknown')
        answered.set(providerAccountId, (answered.get(providerAccountId) ?? 0) + 1)
      change(providerAccountId, withCallEnded(before, outcome, startedAtMs, clock.nowMs(), random.fraction()))
    },
  }
}
