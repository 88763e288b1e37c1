import { judge, type Verdicts } from '../../domain/acceptance/judge.js'
import type { BatchFailed, Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { AcceptanceKnown, AcceptancePlan } from '../../ports/storage/acceptance-storage.js'
import type { AcceptanceAnswer } from './acceptance-answer.js'
import { inHalves } from '../concurrency/halving.js'
import { acceptanceQueryOf, isOfToday } from './acceptance-query.js'
import type { Ready } from './prepare-submission.js'
import { resolveUnknownCommit } from './resolve-unknown-commit.js'

/** What came of submissions, in order. */
export interface WriteResult {
  /** Undefined: nothing was done, since the facts are newer than what the submission depends on. */
  readonly answers: ReadonlyArray<AcceptanceAnswer | undefined>
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

/**
 * Writes submissions in one transaction. A batch that the database refuses is halved until the submission that
 * spoils it is alone: then it is a bug that its own request meets, and the others are none the worse.
 */
export const writeSubmissions = (needs: Needs): ((ready: readonly Ready[]) => Promise<WriteResult>) => {
  const { storage, clock, digests } = needs

  const judgeReady = async (ready: readonly Ready[]) => {
    const submissions = ready.map(({ submission }) => submission)
    const query = acceptanceQueryOf(submissions, clock.nowMs())
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

  const attempt = async (ready: readonly Ready[]): Promise<E.Either<BatchFailed, WriteResult>> => {
    const done = await judgeReady(ready)
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
    if (failure._tag === 'StorageUnavailable') return E.right(judged(ready.map(() => E.left(failure))))
    const submissions = ready.map(({ submission }) => submission)
    return E.right(judged(await resolveUnknownCommit(needs, submissions, failure)))
  }

  const write = inHalves<Ready, BatchFailed, WriteResult>({
    attempt,
    alone: (ready, failure) => judged(ready.map(() => E.left(failure))),
    join: ({ result: first }, { result: second }) => ({
      answers: [...first.answers, ...second.answers],
      epoch: Math.max(first.epoch, second.epoch),
    }),
  })
  return async (ready) => (ready.length === 0 ? judged([]) : write(ready))
}

const judged = (answers: readonly AcceptanceAnswer[]): WriteResult => ({ answers, epoch: 0 })

/** Nothing is wrong with the request; it may be made again once an operator has looked at what was restored. */
const held: Outage = {
  _tag: 'StorageUnavailable',
  cause: 'the database is held: it was restored, and an operator has to release it',
}
