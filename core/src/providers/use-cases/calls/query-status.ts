import { INTERRUPTED } from '../../domain/calls/attempt.js'
import { type AttemptCount, mayCallAgain } from '../../domain/calls/backoff.js'
import type { CallOutcome } from '../../domain/calls/outcome.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { ReceiptReport } from '../../domain/receipts/receipt.js'
import { traced, type TracedMessage } from '../../../kernel/tracing/trace-context.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { StatusQueryOutcome, Provider, ProviderQuestion } from '../../ports/provider.js'
import type { OpenProviders } from './open-providers.js'

/** How much longer than its time-out to wait for a provider's adapter before giving up on it. */
export const GRACE_MS = 5 * SECOND_MS

/** How much longer than its time-out a call's lease runs (docs/promises#expired-leases). */
export const LEASE_MARGIN_MS = 30 * SECOND_MS

interface Needs {
  readonly timers: Timers
  readonly telemetry: EventSink<PartFailed>
}

/**
 * Emits an error about calling a provider to telemetry, with its message, and the message id if it concerns
 * one.
 */
export const emitFailure = (
  { telemetry }: Pick<Needs, 'telemetry'>,
  where: 'provider' | 'keys' | 'rendering',
  cause: unknown,
  message?: TracedMessage,
): void =>
  telemetry.emit({
    _tag: 'PartFailed',
    where,
    cause: cause instanceof Error ? cause.message : 'no error object',
    ...(message && { about: traced(message) }),
  })

/**
 * The result of `ask`, or `otherwise` if there is none in time. Adapters promise to respond in time and never
 * to throw; this relies on neither.
 */
export const answerInTime = <A>(
  needs: Needs,
  ms: number,
  ask: () => Promise<A>,
  otherwise: A,
  message: TracedMessage,
): Promise<A> =>
  new Promise((resolve) => {
    const cancel = needs.timers.after(ms, () => resolve(otherwise))
    const answer = async (): Promise<void> => {
      try {
        resolve(await ask())
      } catch (cause) {
        emitFailure(needs, 'provider', cause, message)
        resolve(otherwise)
      }
      cancel()
    }
    void answer()
  })

/**
 * The open account. If its settings or secrets don't let it be opened, returns undefined and emits the error
 * to telemetry.
 */
export const openAccount = (
  needs: Needs,
  providers: OpenProviders,
  account: ProviderAccount,
): Provider | undefined => {
  try {
    return providers.get(account)
  } catch (cause) {
    emitFailure(needs, 'provider', cause)
    return undefined
  }
}

const cannotTell: StatusQueryOutcome = { _tag: 'CannotTell', detail: 'the provider did not respond' }

/** The distinct message identifiers in reports. */
const reportedIds = (reports: readonly ReceiptReport[]): readonly string[] => [
  ...new Set(reports.flatMap(({ providerMessageId: id }) => (id === undefined ? [] : [id]))),
]

/** The fields of a message that a status query needs. */
interface QueriedMessage extends TracedMessage, AttemptCount {
  readonly messageId: MessageId
  readonly to: string
}

/** A call with an unknown outcome. */
export interface OpenCall extends Pick<ProviderQuestion, 'sender' | 'startedAtMs' | 'providerMessageIds'> {
  readonly message: QueriedMessage
  /** The known details, in words. */
  readonly detail: string
  /** Whether the adapter has stopped the call, so that nothing more of it reaches the provider. */
  readonly hasEnded: boolean
}

/**
 * Queries the provider about a call with an unknown outcome, if it can be queried or recognizes repeats. That
 * it doesn't have the message is trusted only after the call has ended or its time is up; before that, the
 * message may still arrive (docs/promises#unknown-outcomes).
 */
export const queryStatus = async (
  needs: Needs & { readonly clock: Clock },
  provider: Provider,
  account: ProviderAccount,
  { message, sender, startedAtMs, providerMessageIds, detail, hasEnded }: OpenCall,
): Promise<CallOutcome> => {
  if (provider.ask !== undefined) {
    const { messageId, to } = message
    const question: ProviderQuestion = { messageId, to, sender, startedAtMs, providerMessageIds }
    const ask = async () => (await provider.ask?.(question, account.timeoutMs)) ?? cannotTell
    const isOver = hasEnded || needs.clock.nowMs() >= startedAtMs + account.timeoutMs + LEASE_MARGIN_MS
    const found = await answerInTime(needs, account.timeoutMs + GRACE_MS, ask, cannotTell, message)
    if (found._tag === 'Accepted') return found
    if (found._tag === 'Reported') return { _tag: 'Accepted', providerMessageIds: reportedIds(found.reports) }
    if (found._tag === 'NotAccepted' && isOver)
      return { _tag: 'TransientFailure', detail: 'the provider never had the message' }
  }
  const mayRepeat = provider.deduplicates && mayCallAgain(message)
  return { _tag: mayRepeat ? 'Retry' : 'OutcomeUnknown', detail, providerMessageIds }
}

/**
 * Queries the provider for a report about a message that it took, if a query is due. Undefined if it isn't,
 * or if the provider can't be queried. Reports are stored and applied like others.
 */
export const askForReport = async (
  needs: Needs & { readonly clock: Clock },
  providers: OpenProviders,
  account: ProviderAccount | undefined,
  { message, sender, startedAtMs, providerMessageIds }: Omit<OpenCall, 'detail' | 'hasEnded'>,
  takenAtMs: EpochMs,
): Promise<StatusQueryOutcome | undefined> => {
  const provider = account === undefined ? undefined : openAccount(needs, providers, account)
  if (account === undefined || provider?.ask === undefined || provider.askAfterMs === undefined)
    return undefined
  // A job that is delivered twice makes no second query.
  if (needs.clock.nowMs() < takenAtMs + provider.askAfterMs) return undefined
  const { messageId, to } = message
  const question: ProviderQuestion = { messageId, to, sender, startedAtMs, providerMessageIds }
  const ask = async () => (await provider.ask?.(question, account.timeoutMs)) ?? cannotTell
  return answerInTime(needs, account.timeoutMs + GRACE_MS, ask, cannotTell, message)
}

/** Determines the outcome of a call whose end wasn't recorded (docs/promises#unknown-outcomes). */
export const findOut = async (
  needs: Needs & { readonly clock: Clock },
  providers: OpenProviders,
  account: ProviderAccount | undefined,
  call: Omit<OpenCall, 'detail' | 'hasEnded'>,
): Promise<CallOutcome> => {
  const detail = INTERRUPTED
  const provider = account === undefined ? undefined : openAccount(needs, providers, account)
  if (account === undefined || provider === undefined) return { _tag: 'OutcomeUnknown', detail }
  return queryStatus(needs, provider, account, { ...call, detail, hasEnded: false })
}
