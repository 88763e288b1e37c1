import type { Channel } from '../../../channels/channels.js'
import type { AppId, BudgetId, OrganizationId } from '../../../kernel/ids/id.js'
import type { AccountDimensions } from '../account.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'

export type BudgetPeriod = 'day' | 'month'

/** How long a period lasts at the most: what belongs to it happened less than this after its start. */
export const LONGEST_PERIOD_MS: Readonly<Record<BudgetPeriod, number>> = { day: DAY_MS, month: 31 * DAY_MS }

/**
 * What a budget counts in its environment: the whole Organization, or an app, a channel, or both (docs/contract#budgets).
 */
export interface BudgetScope {
  readonly appId?: AppId
  readonly channel?: Channel
}

/** A limit on spending in one of its environments that an Organization sets itself (docs/contract#budgets). */
export interface Budget extends AccountDimensions {
  readonly budgetId: BudgetId
  readonly organizationId: OrganizationId
  readonly scope: BudgetScope
  readonly period: BudgetPeriod
  readonly limitMinor: number
  /** `block` refuses what would exceed it; `alert` only tells. */
  readonly action: 'block' | 'alert'
  /** Percentages of the limit whose crossing is told, ascending. */
  readonly alertPercents: readonly number[]
  readonly version: number
}

/** What was used of a budget in one of its periods: reserved and settled of what was accepted in it. */
export interface BudgetUse {
  readonly budgetId: BudgetId
  readonly periodStartMs: EpochMs
  readonly usedMinor: number
  /** The highest percentage that was told in this period; 0 for none. */
  readonly alertedPercent: number
}

/** A budget and the period of it that is meant. */
export type BudgetUseKey = Pick<BudgetUse, 'budgetId' | 'periodStartMs'>

/** One text for a budget's period, to key maps with. */
export const budgetUseKey = ({ budgetId, periodStartMs }: BudgetUseKey): string =>
  `${budgetId}/${periodStartMs}`

/** The start of the period that a moment belongs to, UTC. */
export const periodStartOf = (period: BudgetPeriod, atMs: EpochMs): EpochMs => {
  const iso = new Date(atMs).toISOString()
  return Date.parse(
    period === 'day' ? `${iso.slice(0, 10)}T00:00:00.000Z` : `${iso.slice(0, 7)}-01T00:00:00.000Z`,
  )
}

/** The end of the period that begins at a moment: the first moment that belongs to the next. */
export const periodEndOf = (period: BudgetPeriod, startMs: EpochMs): EpochMs => {
  const start = new Date(startMs)
  return period === 'day'
    ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + 1)
    : Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
}

/** The use of a budget in the period of a moment, as it is before anything was used in it. */
export const unused = ({ budgetId, period }: Budget, atMs: EpochMs): BudgetUse => ({
  budgetId,
  periodStartMs: periodStartOf(period, atMs),
  usedMinor: 0,
  alertedPercent: 0,
})

/** Whether a message counts towards the budget. */
export const countsTowards = (
  budget: Budget,
  of: AccountDimensions & { readonly appId: AppId; readonly channel: Channel },
): boolean =>
  budget.environment === of.environment &&
  budget.currency === of.currency &&
  (budget.scope.appId === undefined || budget.scope.appId === of.appId) &&
  (budget.scope.channel === undefined || budget.scope.channel === of.channel)
