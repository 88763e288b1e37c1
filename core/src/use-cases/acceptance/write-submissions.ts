import { judge, type Verdicts } from '../../domain/acceptance/judge.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { BatchFailed, Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { AcceptanceKnown, AcceptancePlan } from '../../ports/storage/acceptance-storage.js'
import type { SubmissionOutcome } from './acceptance-answer.js'
import { inHalves } from '../concurrency/halving.js'
import { errorMessage } from '../dispatch/error-message.js'
import { acceptanceQueryOf, isOfToday } from './acceptance-query.js'
import type { Ready } from './prepare-submission.js'
import { resolveUnknownCommit } from './resolve-unknown-commit.js'

/** What came of submissions, in order. */
export interface WriteResult {
  /** Undefined: nothing was done, since the facts are newer than what the submission depends on. */
  readonly answers: ReadonlyArray<SubmissionOutcome | undefined>
  /** The newest epoch that was met. */
  readonly epoch: number
}

/** Judged inside the transaction; what was noticed on the way is told once it is committed. */
type Decided =
  | { readonly _tag: 'Held' }
  | { readonly _tag: 'Stale'; readonly epoch: number }
  | { readonly _tag: 'Judged'; readonly verdicts: Verdicts }

type Needs = Pick<Ports, 'storage' | 'clock' | 'digests' | 'timers' | 'telemetry'>

/** A plan that writes nothing. */
export const writingNothing = <A>(result: A): AcceptancePlan<A> => ({
  acceptances: [],
  accounts: [],
  receipts: [],
  budgetUses: [],
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

const organizationOf = ({ submission }: Ready): OrganizationId | undefined =>
  submission.candidates[0]?.organizationId

/** Judges submissions and writes what is accepted, in one transaction. */
const judgeReady = ({ storage, clock, digests }: Needs, ready: readonly Ready[], waits: boolean) => {
  const submissions = ready.map(({ submission }) => submission)
  const query = acceptanceQueryOf(submissions, clock.nowMs(), waits)
  const decide = (known: AcceptanceKnown): AcceptancePlan<Decided> => {
    const nowMs = clock.nowMs()
    if (known.isHeld) return writingNothing({ _tag: 'Held' })
    const isStale = ready.some(({ epoch }) => epoch < known.catalogEpoch)
    if (isStale || !isOfToday(query, submissions, nowMs))
      return writingNothing({ _tag: 'Stale', epoch: known.catalogEpoch })
    const verdicts = judge(submissions, known, nowMs, digests.sha256)
    const { answers: _answers, alerts: _alerts, ...writes } = verdicts
    return { ...writes, result: { _tag: 'Judged', verdicts } }
  }
  return storage.acceptance.accept(query, decide)()
}

type Attempt = (ready: readonly Ready[], waits: boolean) => Promise<E.Either<BatchFailed, WriteResult>>

/** Writes the submissions of Organizations whose accounts are free; the others are `held`. */
const withoutHeld = async (
  attempt: Attempt,
  ready: readonly Ready[],
  organizationIds: readonly OrganizationId[],
): ReturnType<Attempt> => {
  const holders = new Set<OrganizationId | undefined>(organizationIds)
  const others = ready.filter((one) => !holders.has(organizationOf(one)))
  if (others.length === ready.length) throw new Error('storage named held accounts that are not in the query')
  const done = others.length === 0 ? E.right(judged([])) : await attempt(others, false)
  if (E.isLeft(done)) return done
  const answers = done.right.answers.values()
  return E.right({
    ...done.right,
    answers: ready.map((one) => (holders.has(organizationOf(one)) ? 'held' : answers.next().value)),
  })
}

/** One transaction for all of them. */
const attempting = (needs: Needs): Attempt => {
  const attempt: Attempt = async (ready, waits) => {
    const done = await judgeReady(needs, ready, waits)
    if (E.isRight(done)) {
      if (done.right._tag === 'Stale') {
        const { epoch } = done.right
        return E.right({ answers: ready.map(() => undefined), epoch })
      }
      if (done.right._tag === 'Held') return E.right(judged(ready.map(() => E.left(held))))
      tellNotices(needs, done.right.verdicts)
      return E.right(judged(done.right.verdicts.answers))
    }
    const failure = done.left
    if (failure._tag === 'BatchFailed') return E.left(failure)
    if (failure._tag === 'HeldAccounts') return withoutHeld(attempt, ready, failure.organizationIds)
    if (failure._tag === 'StorageUnavailable') return E.right(judged(ready.map(() => E.left(failure))))
    const submissions = ready.map(({ submission }) => submission)
    return E.right(judged(await resolveUnknownCommit(needs, submissions, failure)))
  }
  return attempt
}

/** The same; an error that is thrown for a batch of several is one of its submissions'. */
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
 * Writes submissions in one transaction. If the database refuses the batch or judging it throws, it is halved until the submission
 * that causes it is alone: its own request gets the error, and the others are accepted. Without `waits`, submissions whose account
 * another transaction holds come back as `held`, and the others are written without them (docs/promises#neighbors).
 */
export const writeSubmissions = (
  needs: Needs,
): ((ready: readonly Ready[], waits: boolean) => Promise<WriteResult>) => {
  const attemptOne = attempting(needs)
  const attemptShared = attemptingShared(attemptOne)
  const write = (ready: readonly Ready[], waits: boolean): Promise<WriteResult> => {
    const attempt = ready.length === 1 ? attemptOne : attemptShared
    return inHalves<Ready, BatchFailed, WriteResult>({
      attempt: (part) => attempt(part, waits),
      alone: (part, failure) => judged(part.map(() => E.left(failure))),
      join: ({ result: first }, { result: second }) => ({
        answers: [...first.answers, ...second.answers],
        epoch: Math.max(first.epoch, second.epoch),
      }),
    })(ready)
  }
  return async (ready, waits) => (ready.length === 0 ? judged([]) : write(ready, waits))
}

const judged = (answers: readonly SubmissionOutcome[]): WriteResult => ({ answers, epoch: 0 })

/** Nothing is wrong with the request; it may be made again once an operator has looked at what was restored. */
const held: Outage = {
  _tag: 'StorageUnavailable',
  cause: 'the database is held: it was restored, and an operator has to release it',
}
