import { judge, type Verdicts } from '../../domain/acceptance/judge.js'
import { lastChangeOf } from '../../../tenancy/domain/catalog-changes.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { BatchFailed, Outage } from '../../../kernel/refusals/outage.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { AcceptanceFacts, AcceptancePlan, AcceptanceStorage } from '../../ports/acceptance-storage.js'
import type { KnownChanges } from '../../../tenancy/use-cases/known-changes.js'
import type { Stale } from '../../../kernel/caching/stale.js'
import type { SubmissionOutcome } from './acceptance-answer.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import { acceptanceQueryOf, isOfToday } from './acceptance-query.js'
import type { Ready } from './prepare-submission.js'
import { resolveUnknownCommit } from './resolve-unknown-commit.js'

/** The decision inside the transaction. Alerts and new blocks are reported after the commit. */
type Decided =
  | { readonly _tag: 'Held' }
  /** A verdict for each submission that isn't stale. */
  | { readonly _tag: 'Judged'; readonly verdicts: Verdicts; readonly stale: ReadonlyMap<Ready, Stale> }

interface Needs {
  readonly storage: { readonly acceptance: AcceptanceStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly telemetry: Telemetry
}

/** A plan that writes nothing. */
export const writingNothing = <A>(result: A): AcceptancePlan<A> => ({
  acceptances: [],
  accounts: [],
  receipts: [],
  budgetUses: [],
  firstRefusals: [],
  alerts: [],
  challenges: [],
  prefixCounts: [],
  prefixBlocks: [],
  result,
})

const tellNotices = ({ telemetry }: Needs, { alerts, prefixBlocks }: Verdicts): void => {
  for (const { budget, percent } of alerts)
    telemetry.emit({ _tag: 'BudgetReached', budgetId: budget.budgetId, percent })
  for (const { prefix, sends, verified } of prefixBlocks)
    telemetry.emit({ _tag: 'PrefixBlocked', prefix, sends, verified })
}

const NOTHING_JUDGED: Verdicts = { ...writingNothing(undefined), answers: [] }

/** The submissions whose Organization's catalog changed after they were prepared. */
const staleAmong = (ready: readonly Ready[], { changes }: AcceptanceFacts): ReadonlyMap<Ready, Stale> => {
  const stale = new Map<Ready, Stale>()
  for (const one of ready) {
    const epoch = lastChangeOf(changes, one.organizationId)
    if (one.epoch < epoch) stale.set(one, { _tag: 'Stale', epoch })
  }
  return stale
}

/** Decides on submissions and writes the accepted ones, in one transaction. */
const judgeReady = (
  { storage, clock, digests }: Needs,
  changes: KnownChanges,
  ready: readonly Ready[],
  waits: boolean,
) => {
  const submissions = ready.map(({ submission }) => submission)
  const organizations = ready.map(({ organizationId }) => organizationId)
  const query = acceptanceQueryOf(submissions, organizations, clock.nowMs(), {
    waits,
    noticed: changes.noticed(organizations),
    changesAfterCommit: changes.wanted(),
  })
  const decide = (facts: AcceptanceFacts): AcceptancePlan<Decided> => {
    const nowMs = clock.nowMs()
    if (facts.isHeld) return writingNothing({ _tag: 'Held' })
    if (!isOfToday(query, submissions, nowMs)) {
      const stale = new Map(ready.map((one) => [one, { _tag: 'Stale', epoch: 0 } as const]))
      return writingNothing({ _tag: 'Judged', verdicts: NOTHING_JUDGED, stale })
    }
    const stale = staleAmong(ready, facts)
    const current =
      stale.size === 0 ? submissions : ready.flatMap((one) => (stale.has(one) ? [] : [one.submission]))
    const verdicts = judge(current, facts, nowMs, digests.sha256)
    const { answers: _answers, ...writes } = verdicts
    return { ...writes, result: { _tag: 'Judged', verdicts, stale } }
  }
  return storage.acceptance.accept(query, decide)()
}

/** An outcome for each submission, in order. */
type Outcomes = readonly SubmissionOutcome[]
type Attempt = (ready: readonly Ready[], waits: boolean) => Promise<E.Either<BatchFailed, Outcomes>>

/** Merges the outcomes of a part with the known outcomes of the others, in the order of all submissions. */
const amongAll = (
  ready: readonly Ready[],
  outcomeOf: (one: Ready) => SubmissionOutcome | undefined,
  rest: Outcomes,
): Outcomes => {
  const others = rest.values()
  return ready.map((one) => {
    const outcome = outcomeOf(one) ?? others.next().value
    if (outcome === undefined) throw new Error('a submission has no outcome')
    return outcome
  })
}

/** Writes the submissions of Organizations whose accounts aren't locked; the others are `held`. */
const withoutHeld = async (
  attempt: Attempt,
  ready: readonly Ready[],
  organizationIds: readonly OrganizationId[],
): ReturnType<Attempt> => {
  const holders = new Set<OrganizationId>(organizationIds)
  const others = ready.filter((one) => !holders.has(one.organizationId))
  if (others.length === ready.length) throw new Error('storage named held accounts that are not in the query')
  const done = others.length === 0 ? E.right([]) : await attempt(others, false)
  if (E.isLeft(done)) return done
  return E.right(amongAll(ready, (one) => (holders.has(one.organizationId) ? 'held' : undefined), done.right))
}

/** Makes the function that runs one transaction for all of them. */
const attempting = (needs: Needs, changes: KnownChanges): Attempt => {
  const attempt: Attempt = async (ready, waits) => {
    const done = await judgeReady(needs, changes, ready, waits)
    if (E.isRight(done)) {
      if (done.right._tag === 'Held') return E.right(ready.map(() => E.left(held)))
      const { verdicts, stale } = done.right
      tellNotices(needs, verdicts)
      return E.right(
        stale.size === 0 ? verdicts.answers : amongAll(ready, (one) => stale.get(one), verdicts.answers),
      )
    }
    const failure = done.left
    if (failure._tag === 'BatchFailed') return E.left(failure)
    if (failure._tag === 'HeldAccounts') return withoutHeld(attempt, ready, failure.organizationIds)
    if (failure._tag === 'StorageUnavailable') return E.right(ready.map(() => E.left(failure)))
    const submissions = ready.map(({ submission }) => submission)
    return E.right(await resolveUnknownCommit(needs, submissions, failure))
  }
  return attempt
}

/**
 * Does the same, but treats a thrown error as a failed batch, because only one of its submissions may cause
 * it.
 */
const attemptingShared =
  (attempt: Attempt): Attempt =>
  async (ready, waits) => {
    try {
      return await attempt(ready, waits)
    } catch (error) {
      return E.left({ _tag: 'BatchFailed', cause: errorMessage(error) })
    }
  }

/**
 * Writes submissions in one transaction and returns one outcome per submission, in order. Submissions of
 * Organizations whose catalog changed come back as `Stale`, and the others are written without them. If the
 * database refuses the batch, or deciding on it throws, it is halved until only the failing submission is
 * left: it gets the error, and the others are accepted. Without `waits`, submissions whose account another
 * transaction holds come back as `held` (docs/promises#neighbors).
 */
export const writeSubmissions = (
  needs: Needs,
  changes: KnownChanges,
): ((ready: readonly Ready[], waits: boolean) => Promise<Outcomes>) => {
  const attemptOne = attempting(needs, changes)
  const attemptShared = attemptingShared(attemptOne)
  return async (ready, waits) => {
    if (ready.length === 0) return []
    const attempt = ready.length === 1 ? attemptOne : attemptShared
    return inHalves<Ready, BatchFailed, Outcomes>({
      attempt: (part) => attempt(part, waits),
      alone: (part, failure) => part.map(() => E.left(failure)),
      join: ({ result: first }, { result: second }) => [...first, ...second],
    })(ready)
  }
}

/** The request is valid; it can be repeated after a super admin has checked the restored database. */
const held: Outage = {
  _tag: 'StorageUnavailable',
  cause: 'the database is on hold: it was restored, and an administrator has to release it',
}
