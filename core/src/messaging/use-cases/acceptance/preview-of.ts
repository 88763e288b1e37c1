import type { AcceptedAnswer, Submission } from '../../domain/acceptance/candidate.js'
import { judge } from '../../domain/acceptance/judge.js'
import type { Quote } from '../../domain/acceptance/quote.js'
import { type BudgetUse, budgetUseKey, periodStartOf } from '../../../ledger/domain/budgets/budget.js'
import type { BudgetWithUse } from '../../../ledger/domain/budgets/give-back.js'
import type { Sha256 } from '../../../kernel/digests/digest.js'
import { type Account, accountKey } from '../../../ledger/domain/account.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AcceptanceFacts } from '../../ports/acceptance-storage.js'

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

/** A message that was judged before its account was looked for. */
export const refusedBefore = (verdict: Refusal): Preview => ({
  verdict: E.left(verdict),
  quote: undefined,
  account: undefined,
  budgets: [],
})

/** What judging the one message of a submission comes to, by facts that were read for it. */
export const judgedPreview = (
  submission: Submission,
  facts: AcceptanceFacts,
  nowMs: EpochMs,
  sha256: Sha256,
): E.Either<Refusal, Preview> => {
  const { answers, accounts, budgetUses } = judge([submission], facts, nowMs, sha256)
  const [candidate] = submission.candidates
  const [answer] = answers
  if (answer !== undefined && E.isLeft(answer)) return answer
  const verdict = answer?.right[0]
  if (candidate === undefined || verdict === undefined)
    throw new Error('one message was judged and none was answered')
  const quoted = E.isRight(candidate.quoted) ? candidate.quoted.right : undefined
  if (quoted === undefined) return E.right({ verdict, quote: undefined, account: undefined, budgets: [] })
  const { organizationId } = candidate
  const key = accountKey({
    organizationId,
    environment: quoted.environment,
    currency: quoted.charge.currency,
  })
  const used = new Map<string, BudgetUse>(budgetUses.map((use) => [budgetUseKey(use), use]))
  const budgets = quoted.budgets.map((budget) => {
    const of = { budgetId: budget.budgetId, periodStartMs: periodStartOf(budget.period, nowMs) }
    const unused = { ...of, usedMinor: 0, alertedPercent: 0 }
    return { budget, use: used.get(budgetUseKey(of)) ?? facts.budgetUses.get(budgetUseKey(of)) ?? unused }
  })
  return E.right({ verdict, quote: quoted, account: accounts[0] ?? facts.accounts.get(key), budgets })
}
