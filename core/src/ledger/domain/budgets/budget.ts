import type { Channel } from '../../../channels/channels.js'
import type { AppId, BudgetId, OrganizationId } from '../../../kernel/ids/id.js'
import type { AccountDimensions } from '../account.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'

export type BudgetPeriod = 'day' | 'month'

/** The maximum length of a period: everything in it happened less than this after its start. */
export const LONGEST_PERIOD_MS: Readonly<Record<BudgetPeriod, number>> = { day: DAY_MS, month: 31 * DAY_MS }

/**
 * The messages that a budget counts in its environment: the whole Organization, or an app, a channel, or both
 * (docs/api/money#budgets).
 */
export interface BudgetScope {
  readonly appId?: AppId
  readonly channel?: Channel
}

/** A spending limit that an Organization sets for one of its environments (docs/api/money#budgets). */
export interface Budget extends AccountDimensions {
  readonly budgetId: BudgetId
  readonly organizationId: OrganizationId
  readonly scope: BudgetScope
  readonly period: BudgetPeriod
  readonly limitMinor: number
  /** `block` refuses messages that would exceed the limit; `alert` only notifies. */
  readonly action: 'block' | 'alert'
  /** Percentages of the limit at which an alert is sent, ascending. */
  readonly alertPercents: readonly number[]
  readonly version: number
}

/** A budget's use in one of its periods: reserved and settled amounts of the messages accepted in it. */
export interface BudgetUse {
  readonly budgetId: BudgetId
  readonly periodStartMs: EpochMs
  readonly usedMinor: number
  /** The highest percentage that was alerted in this period; 0 for none. */
  readonly alertedPercent: number
  /** The time of the first message that the budget refused in this period; undefined if none. */
  readonly firstRefusedAtMs: EpochMs | undefined
}

/** A budget and one of its periods. */
export type BudgetUseKey = Pick<BudgetUse, 'budgetId' | 'periodStartMs'>

/** A text that identifies a budget's period, for use as a map key. */
export const budgetUseKey = ({ budgetId, periodStartMs }: BudgetUseKey): string =>
  `${budgetId}/${periodStartMs}`

/** The start of the period that contains a time, UTC. */
export const periodStartOf = (period: BudgetPeriod, atMs: EpochMs): EpochMs => {
  const iso = new Date(atMs).toISOString()
  return Date.parse(
    period === 'day' ? `${iso.slice(0, 10)}T00:00:00.000Z` : `${iso.slice(0, 7)}-01T00:00:00.000Z`,
  )
}

/** The end of the period that starts at a given time, which is the start of the next period. */
export const periodEndOf = (period: BudgetPeriod, startMs: EpochMs): EpochMs => {
  const start = new Date(startMs)
  return period === 'day'
    ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + 1)
    : Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
}

/** A budget's empty use for the period of a given time. */
export const unused = ({ budgetId, period }: Budget, atMs: EpochMs): BudgetUse => ({
  budgetId,
  periodStartMs: periodStartOf(period, atMs),
  usedMinor: 0,
  alertedPercent: 0,
  firstRefusedAtMs: undefined,
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
