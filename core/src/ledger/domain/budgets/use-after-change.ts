import type { Budget, BudgetUse } from './budget.js'
import { spendBudget } from './spend.js'

/**
 * Whether the budget is new, or counts other messages or other periods than before. Its use is then unknown
 * until it is counted.
 */
export const countsOtherwise = (before: Budget | undefined, after: Budget): boolean =>
  before === undefined ||
  before.period !== after.period ||
  before.scope.appId !== after.scope.appId ||
  before.scope.channel !== after.scope.channel

const tellsTheSame = (before: Budget | undefined, { limitMinor, alertPercents }: Budget): boolean =>
  before?.limitMinor === limitMinor && before.alertPercents.join() === alertPercents.join()

/** A use without a refusal. */
const unrefused = (use: BudgetUse): BudgetUse =>
  use.firstRefusedAtMs === undefined ? use : { ...use, firstRefusedAtMs: undefined }

/**
 * A period's use after a change of its budget. `use` is the counted use or, if the budget counts as before,
 * the previous use. If the limit or the percentages changed, the percentages that are already reached count
 * as alerted. Earlier refusals no longer count, unless the budget refuses the same as before
 * (docs/api/money#budgets).
 */
export const useAfterChange = (before: Budget | undefined, after: Budget, use: BudgetUse): BudgetUse => {
  if (!countsOtherwise(before, after) && tellsTheSame(before, after))
    return before?.action === after.action ? use : unrefused(use)
  return spendBudget(after, { ...unrefused(use), usedMinor: 0, alertedPercent: 0 }, use.usedMinor).use
}
