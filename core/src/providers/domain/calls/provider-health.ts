import type { Attempt } from './attempt.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'

/** The fields of a provider call that show the provider's health. */
export type ProviderCall = Pick<Attempt, 'providerAccountId' | 'phase' | 'detail' | 'startedAtMs'>

/** A summary of the recent calls of a provider. */
export interface ProviderHealth {
  readonly accepted: number
  /** It won't take the message's sender or route. */
  readonly rejectedByRoute: number
  readonly permanentFailure: number
  readonly transientFailure: number
  /** It may or may not have taken the message. */
  readonly unknown: number
  /** No outcome was written yet. */
  readonly inFlight: number
  /** The latest failed call: its detail is the provider's reason in our words, without secrets. */
  readonly lastFailure: ProviderCall | undefined
}

const hasFailed = ({ phase }: ProviderCall): boolean => phase !== 'accepted' && phase !== 'intent'

/** The summary of an account's calls among these. */
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
