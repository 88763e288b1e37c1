import { channelWord } from '../../language/channel-words.js'
import { BUDGETS_TEXTS as t } from './budgets-texts.js'
import { appWord } from '../state/own-apps.js'
import type { ListedBudget } from './budget-form.js'

/** What a budget counts, in words. */
export const scopeText = ({ scope: { appId, channel } }: Pick<ListedBudget, 'scope'>): string =>
  appId === undefined && channel === undefined
    ? t.everything
    : t.scopeOf(
        appId === undefined ? undefined : appWord(appId),
        channel === undefined ? undefined : channelWord(channel),
      )

/** How much of its limit is used, in hundredths and whole numbers; never shown as full before it is. */
export const usedPercent = ({
  usedMinor,
  limitMinor,
}: Pick<ListedBudget, 'usedMinor' | 'limitMinor'>): number =>
  limitMinor === 0 ? 100 : Math.floor((usedMinor / limitMinor) * 100)

/** Whether its use is to be looked at: full, told already, or neither. */
export const usedTone = (budget: ListedBudget): 'alarm' | 'warn' | undefined => {
  const percent = usedPercent(budget)
  if (percent >= 100) return 'alarm'
  return budget.alertPercents.some((one) => one >= 75 && percent >= one) ? 'warn' : undefined
}
