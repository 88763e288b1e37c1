import type { AppId, BudgetId } from '../../../kernel/ids/id.js'
import { moneyOperations } from './operations.js'
import { budgetView } from './views.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { balanceOf } from '../../../messaging/use-cases/accounts/get-balance.js'
import { type BudgetRequest, checkBudgetRequest } from '../../use-cases/budgets/budget-request.js'
import { listBudgets } from '../../use-cases/budgets/list-budgets.js'
import { type BudgetSaving, budgetSaving } from '../../use-cases/budgets/save-budget.js'
import { type CallOf, mutation, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { present } from '../../../kernel/present.js'

/**
 * An Organization's money in a currency of one of its environments; zeros where it has no account in it
 * (docs/contract#balances).
 */
export const getCustomerBalance = reading(moneyOperations.getCustomerBalance, {
  read: async (call, { storage }) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const environment = await environmentToRead({ storage }, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    const key = { organizationId, environment: environment.right, currency: call.request.currency }
    const read = await storage.projections.balance(key)()
    if (E.isLeft(read)) return read
    const { asOfMs, ...figures } = balanceOf(key, read.right.value, call.nowMs)
    const result = { ...figures, environment: environment.right, asOf: isoTime(asOfMs) }
    return E.right({ epoch: read.right.epoch, value: { organizationId, result } })
  },
})

/** The budgets of one of an Organization's environments, each with the use of its present period. */
export const listOrganizationBudgets = reading(moneyOperations.listOrganizationBudgets, {
  read: async (call, needs) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const environment = await environmentToRead(needs, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    const listed = await listBudgets(needs)(organizationId, environment.right, call.nowMs)()
    if (E.isLeft(listed)) return listed
    const { epoch, value } = listed.right
    const result = { budgets: value.map(budgetView), environment: environment.right }
    return shown(epoch, result)
  },
})

interface BudgetNamed {
  readonly appId: AppId | undefined
  readonly budgetId: BudgetId | undefined
}

/** What a request to save a budget names; NotFound where it can be nothing. */
const namedIn = ({
  scope,
  budgetId,
}: CallOf<typeof moneyOperations.saveOrganizationBudget>['request']): E.Either<Refusal, BudgetNamed> => {
  const app = knownIdIfNamed('app', scope.appId)
  if (E.isLeft(app)) return app
  const budget = knownIdIfNamed('bud', budgetId)
  return E.isLeft(budget) ? budget : E.right({ appId: app.right, budgetId: budget.right })
}

const budgetRequestOf = (
  call: CallOf<typeof moneyOperations.saveOrganizationBudget>,
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

/**
 * Makes a budget or changes one, for the next send; see `budgetSaving`. What it has counted outside the unit is of one
 * call and lasts over its beginnings.
 */
export const saveOrganizationBudget = mutation(moneyOperations.saveOrganizationBudget, {
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
