import type { Channel } from '../../../channels/channels.js'
import type { AppId, OrganizationId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { type Budget, type BudgetUse, budgetUseKey, countsTowards, periodStartOf } from './budget.js'

/** A budget and what was used of it in one period. */
export interface BudgetWithUse {
  readonly budget: Budget
  readonly use: BudgetUse
}

/** A message whose charge is released, as far as budgets go. */
export interface ReleasedMessage {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly channel: Channel
  readonly environment: Environment
  readonly charge: { readonly amountMinor: number; readonly currency: string }
  readonly acceptedAtMs: EpochMs
}

/**
 * What a released message gives back to the budgets it was counted towards, in the period in which it was accepted
 * (docs/contract#budgets): by {@link budgetUseKey}, only those that change.
 */
export const giveBack = (
  budgets: readonly BudgetWithUse[],
  { appId, channel, environment, charge, organizationId, acceptedAtMs }: ReleasedMessage,
  changed: ReadonlyMap<string, BudgetUse>,
): ReadonlyArray<readonly [string, BudgetUse]> =>
  budgets.flatMap(({ budget, use }) => {
    const isItsOwn =
      budget.organizationId === organizationId &&
      use.periodStartMs === periodStartOf(budget.period, acceptedAtMs) &&
      countsTowards(budget, { appId, channel, environment, currency: charge.currency })
    if (!isItsOwn) return []
    const key = budgetUseKey(use)
    const { usedMinor, ...rest } = changed.get(key) ?? use
    return [[key, { ...rest, usedMinor: Math.max(0, usedMinor - charge.amountMinor) }] as const]
  })
