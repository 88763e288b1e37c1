import type { Channel } from '../../../channels/channels.js'
import type { AppId, OrganizationId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { type Budget, type BudgetUse, budgetUseKey, countsTowards, periodStartOf } from './budget.js'

/** A budget and its use in one period. */
export interface BudgetWithUse {
  readonly budget: Budget
  readonly use: BudgetUse
}

/** The fields of a released message that budgets need. */
export interface ReleasedMessage {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly channel: Channel
  readonly environment: Environment
  readonly charge: { readonly amountMinor: number; readonly currency: string }
  readonly acceptedAtMs: EpochMs
}

/**
 * The budget uses after a message's release, by {@link budgetUseKey}; only those that change. The amount
 * returns to the period in which the message was accepted (docs/api/money#budgets).
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
