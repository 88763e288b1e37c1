import type { Budget, BudgetUse } from './budget.js'
import { spendBudget } from './spend.js'

/**
 * Whether the budget counts other messages, or by other periods, than it did before, or is new: then nobody knows yet
 * what was used of it, and only counting tells.
 */
export const countsOtherwise = (before: Budget | undefined, after: Budget): boolean =>
  before === undefined ||
  before.period !== after.period ||
  before.scope.appId !== after.scope.appId ||
  before.scope.channel !== after.scope.channel

const tellsTheSame = (before: Budget | undefined, { limitMinor, alertPercents }: Budget): boolean =>
  before?.limitMinor === limitMinor && before.alertPercents.join() === alertPercents.join()

/**
 * A period's use as the change of a budget leaves it. What is used is what was counted or, where the budget counts as
 * before, what it was. Under another limit or other percentages, those reached by now count as told
 * (docs/contract#budgets).
 */
export const useAfterChange = (before: Budget | undefined, after: Budget, use: BudgetUse): BudgetUse =>
  !countsOtherwise(before, after) && tellsTheSame(before, after)
    ? use
    : spendBudget(after, { ...use, usedMinor: 0, alertedPercent: 0 }, use.usedMinor).use
