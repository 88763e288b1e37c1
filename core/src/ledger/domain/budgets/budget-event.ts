import type { EventNote } from '../../../feed/domain/event-note.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { periodEndOf } from './budget.js'
import type { BudgetAlert } from './spend.js'

/**
 * The event for a percentage that a budget reached, for the app of the budget or else each app of its
 * environment (docs/api/events#types).
 */
export const budgetEvent = ({ budget, percent, usedMinor, periodStartMs }: BudgetAlert): EventNote => {
  const { budgetId, organizationId, environment, scope, period, currency, limitMinor, action } = budget
  return {
    type: 'budget.threshold_reached',
    organizationId,
    appId: scope.appId,
    environment,
    data: {
      budgetId,
      percent,
      usedMinor,
      limitMinor,
      currency,
      period,
      periodEnd: isoTime(periodEndOf(period, periodStartMs)),
      action,
    },
  }
}
