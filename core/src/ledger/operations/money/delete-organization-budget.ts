import type { Budget } from '../../domain/budgets/budget.js'
import { deletedBudgetView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId, environment as environmentField } from '../../../runner/domain/fields/tenancy.js'
import { budgetId as budgetIdField, deletedBudgetShape } from './shapes.js'
import { version as versionField } from '../../../runner/domain/fields/version.js'

/**
 * Deletes a budget, effective for the next send (docs/api/money#budgets). NotFound for an unknown budget or
 * one of another Organization; Conflict if the version isn't current.
 */
export const deleteOrganizationBudgetEntry = entryOf('Money', 'deleteOrganizationBudget', {
  ...MONEY,
  stepUp: true,
  summary: 'Delete a budget',
  description:
    "Needs the current `version`. From the next send on, the budget neither blocks nor alerts. Reservations and charges aren't changed.",
  success: 'The budget is deleted.',
  audiences: ['customerControl'],
  keyKinds: [],
  permission: 'billing.manage',
  mutation: true,
  effect: 'ends',
  controls: ['version'],
  request: mutationRequest({ organizationId, budgetId: budgetIdField, version: versionField }, {}),
  result: mutationResult({ budget: deletedBudgetShape, environment: environmentField }, {}),
})

const detailsOf = ({ scope, period, currency, limitMinor, action, version }: Budget) => ({
  ...scope,
  period,
  currency,
  limitMinor,
  action,
  version,
})

export const deleteOrganizationBudget = mutation(deleteOrganizationBudgetEntry, {
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
