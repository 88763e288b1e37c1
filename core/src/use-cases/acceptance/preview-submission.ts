import type { AcceptedAnswer, Submission } from '../../domain/acceptance/candidate.js'
import { judge } from '../../domain/acceptance/judge.js'
import type { Quote } from '../../domain/acceptance/quote.js'
import { type BudgetUse, budgetUseKey, periodStartOf } from '../../domain/budgets/budget.js'
import type { BudgetWithUse } from '../../domain/budgets/give-back.js'
import { type Account, accountKey } from '../../domain/ledger/account.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { AcceptanceKnown } from '../../ports/storage/acceptance-storage.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Authentication } from '../credentials/authentication.js'
import type { Server } from '../callers/caller.js'
import { coalesce } from '../concurrency/coalesce.js'
import { acceptanceQueryOf } from './acceptance-query.js'
import type { PendingItem } from './pending-submission.js'
import { isReady, prepareSubmission, type Ready } from './prepare-submission.js'

/** What accepting a message would come to, and how things would stand afterwards. */
export interface Preview {
  readonly verdict: E.Either<Refusal, AcceptedAnswer>
  /** Everything that the catalog says of it; undefined where the catalog refuses it. */
  readonly quote: Quote | undefined
  /** The account that would be charged, as it would be then; as it is where the verdict is a refusal. */
  readonly account: Account | undefined
  /** The budgets that it would count towards, likewise. */
  readonly budgets: readonly BudgetWithUse[]
}

const EPOCHS_FOLLOWED = 5

/** Dry runs that come while others are read for are read for together. */
const SHARED_READINGS = { lanes: 2, maxBatch: 64, maxWaiting: 4096 }

/**
 * Judges a message exactly as accepting it would, by the same facts as of one moment, locks nothing and writes nothing
 * (docs/contract#dry-run). Left where the caller may not ask, or nobody can tell.
 */
export const previewSubmission = (
  ports: Pick<Ports, 'storage' | 'clock' | 'timers' | 'digests' | 'ipAddresses' | 'keyRing'>,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((caller: Server, item: PendingItem) => Promise<E.Either<Refusal | Outage, Preview>>) => {
  const { storage, clock, digests, timers } = ports
  const prepare = prepareSubmission(ports, authentication, catalogs)

  const previewOf = ({ submission }: Ready, known: AcceptanceKnown): E.Either<Refusal, Preview> => {
    const nowMs = clock.nowMs()
    const { answers, accounts, budgetUses } = judge([submission], known, nowMs, digests.sha256)
    const [candidate] = submission.candidates
    const [answer] = answers
    if (answer !== undefined && E.isLeft(answer)) return answer
    const verdict = answer?.right[0]
    if (candidate === undefined || verdict === undefined)
      throw new Error('one message was judged and none was answered')
    const quoted = E.isRight(candidate.quoted) ? candidate.quoted.right : undefined
    if (quoted === undefined) return E.right({ verdict, quote: undefined, account: undefined, budgets: [] })
    const { organizationId } = candidate
    const key = accountKey({ organizationId, book: quoted.book, currency: quoted.charge.currency })
    const used = new Map<string, BudgetUse>(budgetUses.map((use) => [budgetUseKey(use), use]))
    const budgets = quoted.budgets.map((budget) => {
      const of = { budgetId: budget.budgetId, periodStartMs: periodStartOf(budget.period, nowMs) }
      const unused = { ...of, usedMinor: 0, alertedPercent: 0 }
      return { budget, use: used.get(budgetUseKey(of)) ?? known.budgetUses.get(budgetUseKey(of)) ?? unused }
    })
    return E.right({ verdict, quote: quoted, account: accounts[0] ?? known.accounts.get(key), budgets })
  }

  const readings = coalesce({
    ...SHARED_READINGS,
    timers,
    run: async (submissions: readonly Submission[]) => {
      const known = await storage.acceptance.inspect(acceptanceQueryOf(submissions, clock.nowMs()))()
      return submissions.map(() => known)
    },
  })

  const inspect = async (submission: Submission): Promise<E.Either<Outage, AcceptanceKnown>> => {
    const read = await readings.submit(submission)
    return E.isLeft(read) ? read : read.right
  }

  return async (caller, item) => {
    let epoch = 0
    for (let round = 0; round < EPOCHS_FOLLOWED; round += 1) {
      const prepared = await prepare({ caller, items: [item], receipt: undefined }, epoch)
      if (!isReady(prepared)) return E.left(prepared.failure)
      const known = await inspect(prepared.submission)
      if (E.isLeft(known)) return known
      if (prepared.epoch >= known.right.catalogEpoch) return previewOf(prepared, known.right)
      epoch = known.right.catalogEpoch
    }
    return E.left({ _tag: 'Overloaded', cause: 'the catalog changed faster than it could be read' })
  }
}
