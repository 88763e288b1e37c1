import type { AcceptedAnswer } from '../../domain/acceptance/candidate.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { E } from '../../../fp.js'
import type { Stale } from '../../../kernel/caching/stale.js'

/** What the items of a submission are answered, in order; left where the whole submission is refused. */
export type AcceptanceAnswer = E.Either<Refusal | Outage, ReadonlyArray<E.Either<Refusal, AcceptedAnswer>>>

/** `held`: nothing was done, since another transaction holds the account of the submission's Organization. */
export type SubmissionOutcome = AcceptanceAnswer | Stale | 'held'

/** Whether a submission was decided about, for good or bad. */
export const isAnswered = (outcome: SubmissionOutcome): outcome is AcceptanceAnswer =>
  outcome !== 'held' && outcome._tag !== 'Stale'
