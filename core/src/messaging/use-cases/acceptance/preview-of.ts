import type { AcceptedAnswer, Submission } from '../../domain/acceptance/candidate.js'
import { judge } from '../../domain/acceptance/judge.js'
import type { Quote } from '../../domain/acceptance/quote.js'
import { type BudgetUse, budgetUseKey, unused } from '../../../ledger/domain/budgets/budget.js'
import type { BudgetWithUse } from '../../../ledger/domain/budgets/give-back.js'
import type { Sha256 } from '../../../kernel/digests/digest.js'
import { type Account, accountKey } from '../../../ledger/domain/account.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AcceptanceFacts } from '../../ports/acceptance-storage.js'

/** The result that accepting a message would have, and the balances afterwards. */
export interface Preview {
  readonly verdict: E.Either<Refusal, AcceptedAnswer>
  /** The quote from the catalog; undefined if the catalog refuses the message. */
  readonly quote: Quote | undefined
  /** The account that would be charged, after the charge; unchanged if the verdict is a refusal. */
  readonly account: Account | undefined
  /** The budgets that the message counts towards, after the charge; unchanged if the verdict is a refusal. */
  readonly budgets: readonly BudgetWithUse[]
}

/** The preview of a message that was refused before its account was read. */
export const refusedBefore = (verdict: Refusal): Preview => ({
  verdict: E.left(verdict),
  quote: undefined,
  account: undefined,
  budgets: [],
})

/** The preview of a submission's only message, from facts that were read for it. */
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
    const fresh = unused(budget, nowMs)
    const useKey = budgetUseKey(fresh)
    return { budget, use: used.get(useKey) ?? facts.budgetUses.get(useKey) ?? fresh }
  })
  return E.right({ verdict, quote: quoted, account: accounts[0] ?? facts.accounts.get(key), budgets })
}
