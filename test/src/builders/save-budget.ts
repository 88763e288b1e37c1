import type { BudgetStatus } from '@postrider/core/ledger/domain/budgets/budget-status'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { type AuditNeeds, recordAct } from '@postrider/core/audit/use-cases/record-act'
import type { BudgetRequest } from '@postrider/core/ledger/use-cases/budgets/budget-request'
import { budgetSaving } from '@postrider/core/ledger/use-cases/budgets/save-budget'
import { untilDone } from '@postrider/core/kernel/units/until-done'

type Context = AuditNeeds & Pick<Ports, 'storage' | 'clock' | 'ids'>

/** Creates or changes a budget in its own unit with its audit event, without the runner. */
export const saveBudget =
  (context: Context) =>
  (request: BudgetRequest): TE.TaskEither<Refusal | Outage, BudgetStatus> => {
    const save = budgetSaving(context, request)
    return untilDone(context)<Refusal, BudgetStatus>('exclusive', async (unit) => {
      const saved = await save(unit)
      if (E.isLeft(saved)) return saved
      const { status, details } = saved.right
      const { actor, organizationId } = request
      const act = { actor, action: 'budget.save', target: status.budgetId, organizationId, details }
      await recordAct(context, unit, act, context.clock.nowMs())
      return E.right(status)
    })
  }
