import { channelWord } from '../../language/channel-words.js'
import { BUDGETS_TEXTS as t } from './budgets-texts.js'
import { appWord } from '../state/own-apps.js'
import type { ListedBudget } from './budget-form.js'

/** The scope of a budget, in words. */
export const scopeText = ({ scope: { appId, channel } }: Pick<ListedBudget, 'scope'>): string =>
  appId === undefined && channel === undefined
    ? t.everything
    : t.scopeOf(
        appId === undefined ? undefined : appWord(appId),
        channel === undefined ? undefined : channelWord(channel),
      )

/** The used share of the limit, in whole percent. It shows 100 only if the limit is reached. */
export const usedPercent = ({
  usedMinor,
  limitMinor,
}: Pick<ListedBudget, 'usedMinor' | 'limitMinor'>): number =>
  limitMinor === 0 ? 100 : Math.floor((usedMinor / limitMinor) * 100)

/** The tone of a budget: alarm if it is used up or has refused a message, warn if it has passed an alert percentage of at least 75. */
export const usedTone = (budget: ListedBudget): 'alarm' | 'warn' | undefined => {
  const percent = usedPercent(budget)
  if (percent >= 100 || budget.firstRefusedAt !== undefined) return 'alarm'
  return budget.alertPercents.some((one) => one >= 75 && percent >= one) ? 'warn' : undefined
}
