import { type BudgetStatus, budgetStatus } from '../../domain/budgets/budget-status.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { pipe, TE } from '../../../fp.js'
import type { BudgetStorage } from '../../ports/budget-storage.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'

interface Needs {
  readonly storage: { readonly budgets: BudgetStorage }
}

/**
 * Lists the budgets of one of an Organization's environments with their current use, in the order of their
 * IDs (docs/api/money#budgets).
 */
export const listBudgets =
  ({ storage }: Needs) =>
  (
    organizationId: OrganizationId,
    environment: Environment,
    nowMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly BudgetStatus[]>> =>
    pipe(
      storage.budgets.list(organizationId, environment, nowMs),
      TE.map(({ epoch, value }) => ({ epoch, value: value.map(budgetStatus) })),
    )
