import type { AuditEvent } from '../../domain/audit/audit-event.js'
import { type Budget, periodStartOf } from '../../domain/budgets/budget.js'
import type { BudgetId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { requireOrganization } from '../operators/require-organization.js'
import { budgetOf, type BudgetRequest, checkBudgetRequest, otherCurrency } from './budget-request.js'
import { type BudgetStanding, listBudgets } from './list-budgets.js'

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids'>

/** Every message of an Organization looks at all of its budgets. */
const MOST_BUDGETS = 50

/** Undefined: the day ended meanwhile, and nothing was done. */
type Decided = E.Either<Refusal, Budget> | undefined

const decide = (
  request: BudgetRequest,
  budgetId: BudgetId,
  before: Budget | undefined,
): E.Either<Refusal, Budget> => {
  if (request.budgetId === undefined) return E.right(budgetOf(request, budgetId, 1))
  if (before === undefined || before.organizationId !== request.organizationId)
    return E.left(refusal('NotFound'))
  if (before.currency !== request.currency) return E.left(invalidRequest([otherCurrency]))
  if (before.version !== request.version) return E.left(refusal('Conflict'))
  return E.right(budgetOf(request, budgetId, before.version + 1))
}

const detailsOf = (
  { scope, period, currency, limitMinor, action, alertPercents, version }: Budget,
  before: Budget | undefined,
): AuditEvent['details'] => ({
  ...scope,
  period,
  currency,
  limitMinor,
  action,
  alertPercents: alertPercents.join(','),
  version,
  ...(before === undefined ? {} : { limitMinorBefore: before.limitMinor, actionBefore: before.action }),
})

const hasTooMany = async (
  { storage, clock }: Needs,
  { organizationId, budgetId }: BudgetRequest,
): Promise<E.Either<Outage, boolean>> => {
  if (budgetId !== undefined) return E.right(false)
  const budgets = await storage.budgets.list(organizationId, clock.nowMs())()
  return E.isLeft(budgets) ? budgets : E.right(budgets.right.length >= MOST_BUDGETS)
}

/** Reads the budget back with what was used of it, which only storage can count. */
const readBack = async (
  needs: Needs,
  { organizationId, budgetId }: Budget,
): Promise<E.Either<Outage, BudgetStanding>> => {
  const budgets = await listBudgets(needs)(organizationId)()
  if (E.isLeft(budgets)) return budgets
  const found = budgets.right.find((budget) => budget.budgetId === budgetId)
  if (found === undefined) throw new Error(`budget ${budgetId} was saved and is not there`)
  return E.right(found)
}

/**
 * Makes a budget, or changes one (decisions 4), effective for the next send; where it counts other messages or by
 * another period than before, its use in the present period is counted from the messages. NotFound for an
 * Organization, app or budget that is not there or another's; InvalidRequest for fields out of bounds and for another
 * currency; Conflict where the version is not the present one, or at the fifty-first budget.
 */
export const saveBudget =
  (needs: Needs) =>
  (request: BudgetRequest): TE.TaskEither<Refusal | Outage, BudgetStanding> =>
  async () => {
    const { storage, clock, ids } = needs
    const { actor, organizationId, currency, scope } = request
    const problems = checkBudgetRequest(request)
    if (problems.length > 0) return E.left(invalidRequest(problems))
    const required = await requireOrganization(storage)(organizationId, scope.appId)()
    if (E.isLeft(required)) return required
    const isFull = await hasTooMany(needs, request)
    if (E.isLeft(isFull)) return isFull
    if (isFull.right) return E.left(refusal('Conflict'))

    const atMs = clock.nowMs()
    const budgetId = request.budgetId ?? ids.next('bud')
    const about = { action: 'budget.save', target: budgetId, organizationId, reason: undefined }
    const act = { auditId: ids.next('aud'), actor, atMs, ...about }
    const key = { organizationId, currency, budgetId }
    const saved = await storage.budgets.save<Decided>(key, atMs, (before) => {
      // Counting takes its time, and what is counted of a day says nothing of the next.
      if (periodStartOf('day', clock.nowMs()) !== periodStartOf('day', atMs))
        return { budget: undefined, audit: [], result: undefined }
      const result = decide(request, budgetId, before)
      if (E.isLeft(result)) return { budget: undefined, audit: [], result }
      const event = { ...act, details: detailsOf(result.right, before) }
      return { budget: result.right, audit: [event], result }
    })()
    if (E.isLeft(saved)) return saved
    if (saved.right === undefined) return saveBudget(needs)(request)()
    return E.isLeft(saved.right) ? saved.right : readBack(needs, saved.right.right)
  }
