import type * as t from 'io-ts'
import type { Budget } from '../../domain/budgets/budget.js'
import type { BudgetStatus } from '../../domain/budgets/budget-status.js'
import type { Account } from '../../domain/account.js'
import { type ClosingKind, entryStatus } from '../../domain/entry-status.js'
import type { LedgerEvent } from '../../domain/ledger-event.js'
import type { BillingProfile } from '../../../tenancy/domain/billing-profile.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type {
  billingEntryShape,
  billingProfileShape,
  budgetShape,
  deletedBudgetShape,
  reconciledAccountShape,
} from './shapes.js'
import { present } from '../../../kernel/present.js'

/** A billing profile as it is answered: what it does not say is left out (docs/contract#billing-profiles). */
export const billingProfileView = ({
  taxId,
  addressLine2,
  region,
  postalCode,
  ...profile
}: BillingProfile): t.TypeOf<typeof billingProfileShape> => ({
  ...profile,
  ...present({ taxId, addressLine2, region, postalCode }),
})

/** One movement of an Organization's money; what it was for is named where there is such a thing. */
export const billingEntryView = (
  { entryId, type, amountMinor, currency, occurredAtMs, messageId, appId, relatedEntryId }: LedgerEvent,
  closedBy: ClosingKind | undefined,
): t.TypeOf<typeof billingEntryShape> => ({
  entryId,
  type,
  amountMinor,
  currency,
  status: entryStatus(type, closedBy),
  occurredAt: isoTime(occurredAtMs),
  ...present({ messageId, appId, relatedEntryId }),
})

/** A budget as it was when it was given up. */
export const deletedBudgetView = (deleted: Budget): t.TypeOf<typeof deletedBudgetShape> => {
  const { environment: _, alertPercents, ...budget } = deleted
  return { ...budget, alertPercents: [...alertPercents] }
}

/** A budget with what was used of it in its present period (docs/contract#budgets). */
export const budgetView = (status: BudgetStatus): t.TypeOf<typeof budgetShape> => {
  const { environment: _, alertPercents, periodStartMs, periodEndMs, ...budget } = status
  return {
    ...budget,
    alertPercents: [...alertPercents],
    periodStart: isoTime(periodStartMs),
    periodEnd: isoTime(periodEndMs),
  }
}

/** How an account compares with its ledger, in the words of its checkpoint. */
export const reconciledAccountView = (
  { organizationId, environment, currency, version, postedMinor, reservedMinor }: Account,
  checked: { readonly status: string; readonly checkedAtMs: EpochMs; readonly finding: string | undefined },
): t.TypeOf<typeof reconciledAccountShape> => ({
  organizationId,
  environment,
  currency,
  status: checked.status,
  checkedAt: isoTime(checked.checkedAtMs),
  version,
  postedMinor,
  reservedMinor,
  ...present({ finding: checked.finding }),
})
