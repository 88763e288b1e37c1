import type { AppId, BudgetId } from '../../../kernel/ids/id.js'
import { budgetView } from './views.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { type BudgetRequest, checkBudgetRequest } from '../../use-cases/budgets/budget-request.js'
import { type BudgetSaving, budgetSaving } from '../../use-cases/budgets/save-budget.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { present } from '../../../kernel/present.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId,
  environmentMeant,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import {
  budgetScopeRequest,
  budgetRequestFields,
  budgetId as budgetIdField,
  alertPercentsRequest,
  budgetShape,
} from './shapes.js'
import { version as versionField } from '../../../runner/domain/fields/version.js'

/**
 * Creates or changes a budget, effective for the next send; see `budgetSaving`. The counts made outside the
 * unit belong to one call and survive restarts of the unit.
 */
export const saveOrganizationBudgetEntry = entryOf('Money', 'saveOrganizationBudget', {
  ...MONEY,
  stepUp: true,
  summary: 'Create or change a budget',
  description:
    "To change a budget, pass its ID and current `version`. Currency and environment can't be changed.",
  success: 'The budget is saved.',
  permission: 'billing.manage',
  mutation: true,
  effect: 'changes',
  quotas: ['budgets'],
  controls: ['version'],
  request: mutationRequest(
    { organizationId, scope: budgetScopeRequest, ...budgetRequestFields },
    {
      environment: environmentMeant,
      budgetId: budgetIdField,
      version: versionField,
      alertPercents: alertPercentsRequest,
    },
  ),
  result: mutationResult({ budget: budgetShape, environment: environmentField }, {}),
})

interface BudgetNamed {
  readonly appId: AppId | undefined
  readonly budgetId: BudgetId | undefined
}

/** The IDs that a request to save a budget names; NotFound if one can't exist. */
const namedIn = ({
  scope,
  budgetId,
}: CallOf<typeof saveOrganizationBudgetEntry>['request']): E.Either<Refusal, BudgetNamed> => {
  const app = knownIdIfNamed('app', scope.appId)
  if (E.isLeft(app)) return app
  const budget = knownIdIfNamed('bud', budgetId)
  return E.isLeft(budget) ? budget : E.right({ appId: app.right, budgetId: budget.right })
}

const budgetRequestOf = (
  call: CallOf<typeof saveOrganizationBudgetEntry>,
  { appId, budgetId }: BudgetNamed,
): BudgetRequest => {
  const { environment, scope, version, period, currency, limitMinor, action, alertPercents } = call.request
  return {
    actor: { kind: 'user', id: call.facts.user.userId },
    organizationId: membershipOf(call).organization.organizationId,
    environment,
    budgetId,
    version,
    scope: {
      ...present({ appId, channel: scope.channel }),
    },
    period,
    currency,
    limitMinor,
    action,
    alertPercents,
  }
}

export const saveOrganizationBudget = mutation(saveOrganizationBudgetEntry, {
  lock: 'exclusive',
  inspect: checkBudgetRequest,
  begin: (needs) => {
    let saving: BudgetSaving | undefined
    return async (unit, call) => {
      const named = namedIn(call.request)
      if (E.isLeft(named)) return named
      saving ??= budgetSaving(needs, budgetRequestOf(call, named.right))
      const saved = await saving(unit)
      if (E.isLeft(saved)) return saved
      const { status, environment, details } = saved.right
      return E.right({
        result: { budget: budgetView(status), environment },
        about: { target: status.budgetId, details },
      })
    }
  },
})
