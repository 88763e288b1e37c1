import type * as t from 'io-ts'
import type { BudgetStanding } from '../../budgets/budget-standing.js'
import { type Closing, entryStatus } from '../../ledger/entry-status.js'
import type { LedgerEvent } from '../../ledger/ledger-event.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { billingEntryShape, budgetShape } from '../shapes/money-shapes.js'

/** One movement of an Organization's money; what it was for is named where there is such a thing. */
export const billingEntryView = (
  { entryId, type, amountMinor, currency, occurredAtMs, messageId, appId, relatedEntryId }: LedgerEvent,
  closedBy: Closing | undefined,
): t.TypeOf<typeof billingEntryShape> => ({
  entryId,
  type,
  amountMinor,
  currency,
  status: entryStatus(type, closedBy),
  occurredAt: isoTime(occurredAtMs),
  ...(messageId === undefined ? {} : { messageId }),
  ...(appId === undefined ? {} : { appId }),
  ...(relatedEntryId === undefined ? {} : { relatedEntryId }),
})

/** A budget with what was used of it in its present period (decisions 4). */
export const budgetView = (standing: BudgetStanding): t.TypeOf<typeof budgetShape> => {
  const { book: _, alertPercents, periodStartMs, periodEndMs, ...budget } = standing
  return {
    ...budget,
    alertPercents: [...alertPercents],
    periodStart: isoTime(periodStartMs),
    periodEnd: isoTime(periodEndMs),
  }
}
