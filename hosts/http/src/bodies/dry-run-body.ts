import type { DryRun } from '@postrider/contracts/messages/dry-run'
import type { BudgetWithUse } from '@postrider/core/ledger/domain/budgets/give-back'
import { tightestBudget } from '@postrider/core/ledger/domain/budgets/tightest-budget'
import { type Account, availableMinor } from '@postrider/core/ledger/domain/account'
import { masked } from '@postrider/core/templates/domain/mask'
import { E } from '@postrider/core/fp'
import type { Preview } from '@postrider/core/messaging/use-cases/acceptance/preview-of'
import { estimatedChargeBody } from './estimated-charge-body.js'
import { itemErrorBody } from './item-error-body.js'

type Variables = Readonly<Record<string, string>>

/** The budget with the least left among those that the message would count towards. */
const budgetAfterOf = (budgets: readonly BudgetWithUse[]): Pick<DryRun, 'budgetAfter'> => {
  const budgetAfter = tightestBudget(budgets)
  return budgetAfter === undefined ? {} : { budgetAfter }
}

/** An account that was never opened has a balance of zero (docs/api/money#balances). */
const availableAfter = (account: Account | undefined): number =>
  account === undefined ? 0 : availableMinor(account)

/** The 200 of docs/api/sending#dry-run: texts with every value masked, and the amounts after the send. */
export const dryRunBody = (previewed: Preview, variables: Variables, requestId: string): DryRun => {
  const { verdict, quote, account, budgets } = previewed
  return {
    dryRun: true,
    verdict: E.isRight(verdict) ? 'acceptable' : 'refused',
    ...(E.isLeft(verdict) ? { error: itemErrorBody(verdict.left) } : {}),
    rendered: quote === undefined ? null : quote.template.content.render(masked(variables)).text,
    segments: quote?.units ?? null,
    encoding: quote === undefined ? null : quote.template.content.layout(variables).encoding,
    estimatedCharge: quote === undefined ? null : estimatedChargeBody(quote.charge),
    ...(quote?.language === undefined ? {} : { language: quote.language }),
    ...budgetAfterOf(budgets),
    availableAfterMinor: quote === undefined ? null : availableAfter(account),
    requestId,
  }
}
