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

/** A billing profile as responses show it; absent fields are omitted (docs/api/access#billing-profiles). */
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

/**
 * One movement of an Organization's money, with the message, app or reservation that it belongs to, if any.
 */
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

/** A deleted budget as it was. */
export const deletedBudgetView = (deleted: Budget): t.TypeOf<typeof deletedBudgetShape> => {
  const { environment: _, alertPercents, ...budget } = deleted
  return { ...budget, alertPercents: [...alertPercents] }
}

/** A budget with its use in the current period (docs/api/money#budgets). */
export const budgetView = (status: BudgetStatus): t.TypeOf<typeof budgetShape> => {
  const { environment: _, alertPercents, firstRefusedAtMs, periodStartMs, periodEndMs, ...budget } = status
  return {
    ...budget,
    alertPercents: [...alertPercents],
    periodStart: isoTime(periodStartMs),
    periodEnd: isoTime(periodEndMs),
    ...present({ firstRefusedAt: firstRefusedAtMs === undefined ? undefined : isoTime(firstRefusedAtMs) }),
  }
}

/** The comparison of an account with its ledger, from its checkpoint. */
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
