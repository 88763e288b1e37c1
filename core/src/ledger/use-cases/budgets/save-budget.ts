import type { AuditEvent } from '../../../audit/domain/audit-event.js'
import { type Budget, periodStartOf } from '../../domain/budgets/budget.js'
import { type BudgetStatus, budgetStatus } from '../../domain/budgets/budget-status.js'
import type { BudgetId } from '../../../kernel/ids/id.js'
import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { E, pipe, TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { BudgetCount, BudgetStorage } from '../../ports/budget-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { Postponed } from '../../../kernel/units/until-done.js'
import { environmentInUnit } from '../../../tenancy/use-cases/environment-meant.js'
import {
  appOfOther,
  budgetOf,
  type BudgetRequest,
  checkBudgetRequest,
  otherCurrency,
  otherEnvironment,
} from './budget-request.js'

interface Needs {
  readonly storage: { readonly budgets: BudgetStorage }
  readonly clock: Clock
  readonly ids: Ids
}

/** A saved budget, and the details for the audit log. */
export interface SavedBudget {
  readonly status: BudgetStatus
  readonly environment: Environment
  readonly details: AuditEvent['details']
}

/** Saves a budget in a unit of work. Counts made outside the unit are kept for the next try. */
export type BudgetSaving = (unit: UnitOfWork) => Promise<E.Either<Refusal | Postponed, SavedBudget>>

const decide = (
  request: BudgetRequest,
  environment: Environment,
  budgetId: BudgetId,
  before: Budget | undefined,
): E.Either<Refusal, Budget> => {
  if (request.budgetId === undefined) return E.right(budgetOf(request, environment, budgetId, 1))
  if (before === undefined || before.organizationId !== request.organizationId)
    return E.left(refusal('NotFound'))
  if (before.environment !== environment) return E.left(invalidRequest([otherEnvironment]))
  if (before.currency !== request.currency) return E.left(invalidRequest([otherCurrency]))
  if (before.version !== request.version) return E.left(refusal('Conflict'))
  return E.right(budgetOf(request, environment, budgetId, before.version + 1))
}

const detailsOf = (
  { scope, period, currency, limitMinor, action, alertPercents, version }: Budget,
  before: Budget | undefined,
  environment: Environment,
): AuditEvent['details'] => ({
  ...scope,
  environment,
  period,
  currency,
  limitMinor,
  action,
  alertPercents: alertPercents.join(','),
  version,
  ...(before === undefined ? {} : { limitMinorBefore: before.limitMinor, actionBefore: before.action }),
})

/**
 * NotFound unless the Organization exists and owns the named app, if any; both cases give the same response.
 * InvalidRequest if the environment is ambiguous, or the app has another one.
 */
const requireTarget = async (
  unit: UnitOfWork,
  { organizationId, environment: named, scope, budgetId }: BudgetRequest,
): Promise<E.Either<Refusal, Environment>> => {
  const organization = await unit.organizations.lock(organizationId)
  if (organization === undefined) return E.left(refusal('NotFound'))
  const app = scope.appId === undefined ? undefined : await unit.apps.lock(scope.appId)
  if (scope.appId !== undefined && app?.organizationId !== organizationId) return E.left(refusal('NotFound'))
  const environment = await environmentInUnit(unit, organizationId, named)
  if (E.isLeft(environment)) return environment
  if (app !== undefined && app.environment !== environment.right) return E.left(invalidRequest([appOfOther]))
  const isFull = budgetId === undefined && (await unit.budgets.countOf(organizationId)) >= QUOTAS.budgets.most
  if (isFull) return E.left(quotaReached('budgets'))
  return environment
}

/**
 * Creates or changes a budget (docs/api/money#budgets), effective for the next send. If it counts other
 * messages or another period than before, its use in the current period is counted from the messages.
 * - NotFound for an unknown Organization, app or budget, or one of another Organization.
 * - InvalidRequest for fields out of bounds, for another currency or environment, and if the environment is
 *   omitted and the Projects have both.
 * - Conflict if the version isn't current, or at the fifty-first budget.
 */
export const budgetSaving = ({ storage, clock, ids }: Needs, request: BudgetRequest): BudgetSaving => {
  const { organizationId, currency } = request
  const budgetId = request.budgetId ?? ids.next('bud')
  let counted: BudgetCount | undefined

  const countOn = (budget: Budget, from: BudgetCount | undefined): Postponed => ({
    _tag: 'Postponed',
    first: pipe(
      storage.budgets.count(budget, clock.nowMs(), from),
      TE.map((further) => {
        counted = further
      }),
    ),
  })

  return async (unit) => {
    const problems = checkBudgetRequest(request)
    if (problems.length > 0) return E.left(invalidRequest(problems))
    const required = await requireTarget(unit, request)
    if (E.isLeft(required)) return required
    const environment = required.right
    const before = await unit.budgets.lock({ organizationId, environment, currency, budgetId })
    const budget = decide(request, environment, budgetId, before)
    if (E.isLeft(budget)) return budget
    const nowMs = clock.nowMs()
    // Counting takes time, and the count of one period is useless for the next.
    const isOfNow = counted?.use.periodStartMs === periodStartOf(budget.right.period, nowMs)
    const saved = await unit.budgets.save(before, budget.right, nowMs, isOfNow ? counted : undefined)
    if (saved._tag === 'Behind') return E.left(countOn(budget.right, saved.counted))
    const status = budgetStatus({ budget: budget.right, use: saved.use })
    return E.right({ status, environment, details: detailsOf(budget.right, before, environment) })
  }
}
