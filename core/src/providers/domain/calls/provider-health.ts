import type { Attempt } from './attempt.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'

/** A call of a provider, as far as it tells of the provider. */
export type ProviderCall = Pick<Attempt, 'providerAccountId' | 'phase' | 'detail' | 'startedAtMs'>

/** What is known of the calls of a provider lately. */
export interface ProviderHealth {
  readonly accepted: number
  /** It will not take the message's sender or route. */
  readonly rejectedByRoute: number
  readonly permanentFailure: number
  readonly transientFailure: number
  /** It may have taken the message or not. */
  readonly unknown: number
  /** No outcome was written yet. */
  readonly inFlight: number
  /** The call that went wrong last: its detail is the provider's reason in our words, without secrets. */
  readonly lastFailure: ProviderCall | undefined
}

const hasFailed = ({ phase }: ProviderCall): boolean => phase !== 'accepted' && phase !== 'intent'

/** What came of an account's calls among these. */
export const healthOf = (
  providerAccountId: ProviderAccountId,
  calls: readonly ProviderCall[],
): ProviderHealth => {
  const own = calls.filter((call) => call.providerAccountId === providerAccountId)
  const count = (phase: Attempt['phase']): number => own.filter((call) => call.phase === phase).length
  let lastFailure: ProviderCall | undefined
  for (const call of own.filter(hasFailed))
    if (lastFailure === undefined || call.startedAtMs > lastFailure.startedAtMs) lastFailure = call
  return {
    accepted: count('accepted'),
    rejectedByRoute: count('rejected_by_route'),
    permanentFailure: count('permanent_failure'),
    transientFailure: count('transient_failure'),
    unknown: count('unknown'),
    inFlight: count('intent'),
    lastFailure,
  }
}
