import type { Budget } from '../../domain/budgets/budget.js'
import { moneyOperations } from './operations.js'
import { deletedBudgetView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

const detailsOf = ({ scope, period, currency, limitMinor, action, version }: Budget) => ({
  ...scope,
  period,
  currency,
  limitMinor,
  action,
  version,
})

/**
 * Gives up a budget, for the next send (docs/contract#budgets). NotFound for another's and for none; Conflict where the version
 * is not the present one.
 */
export const deleteOrganizationBudget = mutation(moneyOperations.deleteOrganizationBudget, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const budgetId = knownId('bud', call.request.budgetId)
    if (E.isLeft(budgetId)) return budgetId
    const { organization } = membershipOf(call)
    const found = await unit.budgets.find(budgetId.right)
    if (found?.organizationId !== organization.organizationId) return E.left(refusal('NotFound'))
    const budget = await unit.budgets.lock(found)
    if (budget?.version !== call.request.version) return E.left(refusal('Conflict'))
    unit.budgets.remove(budget)
    const { environment } = budget
    return E.right({
      result: { budget: deletedBudgetView(budget), environment },
      about: { target: budget.budgetId, details: { ...detailsOf(budget), environment } },
    })
  },
})
