import {
  type AccountHealth,
  afterCall,
  healthByCalls,
  notCalledYet,
} from '../../domain/calls/account-health.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { SubmitOutcome } from '../../domain/calls/outcome.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { Provider, ProviderSubmission } from '../../ports/provider.js'
import type { ProviderSink } from '../../ports/provider-reports.js'
import { present } from '../../../kernel/present.js'

/** An open account whose calls are tracked to determine its health. */
export interface FollowedProvider {
  readonly provider: Provider
  health(): AccountHealth
}

type Ask = NonNullable<Provider['ask']>

/** Queries the status and stores the reports; if they can't be stored, they are queried again later. */
const storing =
  (ask: Ask, sink: ProviderSink): Ask =>
  async (question, timeoutMs) => {
    const found = await ask(question, timeoutMs)
    if (found._tag !== 'Reported') return found
    try {
      await sink({ reports: found.reports })
      return found
    } catch {
      return { _tag: 'CannotTell', detail: 'the delivery report could not be stored' }
    }
  }

/**
 * Tracks the calls of an open account, and reports the recipients that its provider refuses. Accounts with
 * sessions report their own health; for others it is derived from their calls.
 */
export const followedProvider = (
  own: Provider,
  { providerAccountId }: Pick<ProviderAccount, 'providerAccountId'>,
  sink: ProviderSink,
  { nowMs }: Clock,
): FollowedProvider => {
  let calls = notCalledYet(nowMs())
  let callsInFlight = 0

  /**
   * The call doesn't wait for it: a slow database would keep its slot, and make the known outcome an unknown
   * one. If the suppression can't be stored, the next send to the recipient gets the same answer.
   */
  const tellRefused = ({ messageId }: ProviderSubmission, outcome: SubmitOutcome): void => {
    if (outcome._tag !== 'PermanentFailure' || outcome.suppresses === undefined) return
    const refused = [{ providerAccountId, messageId, suppresses: outcome.suppresses }]
    void sink({ refused }).catch(() => undefined)
  }
  const { deduplicates, reportsNothing, bounceDomain, concurrency, ask, askAfterMs, connect, readTemplates } =
    own
  const provider: Provider = {
    deduplicates,
    ...(reportsNothing && { reportsNothing }),
    ...(bounceDomain !== undefined && { bounceDomain }),
    ...present({ concurrency }),
    ...(ask && { ask: storing(ask.bind(own), sink) }),
    ...present({ askAfterMs }),
    ...(connect && { connect: connect.bind(own) }),
    ...(readTemplates && { readTemplates: readTemplates.bind(own) }),
    submit: async (submission, timeoutMs) => {
      callsInFlight += 1
      try {
        const outcome = await own.submit(submission, timeoutMs)
        calls = afterCall(calls, outcome, nowMs())
        tellRefused(submission, outcome)
        return outcome
      } finally {
        callsInFlight -= 1
      }
    },
    close: () => own.close(),
  }
  return {
    provider,
    health: () => {
      const byCalls = { ...healthByCalls(calls, nowMs()), sessions: 0, callsInFlight }
      return own.health?.(byCalls) ?? byCalls
    },
  }
}
