import type { AcceptedAnswer } from '../../domain/acceptance/candidate.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { E } from '../../../fp.js'
import type { Stale } from '../../../kernel/caching/stale.js'

/** The results of a submission's items, in order; left if the whole submission is refused. */
export type AcceptanceAnswer = E.Either<Refusal | Outage, ReadonlyArray<E.Either<Refusal, AcceptedAnswer>>>

/**
 * `held`: nothing was done, because another transaction holds the account of the submission's Organization.
 */
export type SubmissionOutcome = AcceptanceAnswer | Stale | 'held'

/** Whether a submission was decided, accepted or refused. */
export const isAnswered = (outcome: SubmissionOutcome): outcome is AcceptanceAnswer =>
  outcome !== 'held' && outcome._tag !== 'Stale'
