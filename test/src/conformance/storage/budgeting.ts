import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  periodStartOf,
} from '@postrider/core/domain/budgets/budget'
import type { Tenant } from '../../builders/a-tenant.js'
import { aMessage } from '../../builders/a-message.js'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../outcome.js'
import { aRequest, credit, inquiryOf, judge, payerOf } from './accepting.js'
import type { StorageUnderTest } from './open-storage.js'

/** Saves the budget as it is given; the result is what it was before. */
export const save = ({ storage }: Pick<StorageUnderTest, 'storage'>, budget: Budget, nowMs = NOW_MS) =>
  right(
    storage.budgets.save(budget, nowMs, (before) => ({
      budget,
      audit: [anAuditEvent({ action: 'budget.save', target: budget.budgetId })],
      result: before,
    })),
  )

/** The budget's use of the period of the moment, as it is listed. */
export const useOf = async (
  { storage }: Pick<StorageUnderTest, 'storage'>,
  { organizationId, budgetId }: Budget,
  nowMs = NOW_MS,
) =>
  (await right(storage.budgets.list(organizationId, nowMs))).find(
    ({ budget }) => budget.budgetId === budgetId,
  )?.use

/** What is decided about an acceptance besides its tenant and price. */
interface Spending {
  /** The budgets that it is counted towards. */
  readonly budgets?: readonly Budget[]
  readonly acceptedAtMs?: number
  /** Whether it is counted, by the catalog's epoch that the acceptance sees; always, unless told otherwise. */
  readonly isCounted?: (epoch: number) => boolean
}

/** Accepts a message of a tenant's app that costs so much, and counts it towards the budgets. */
export const spend = async (
  { storage }: Pick<StorageUnderTest, 'storage'>,
  { scope: { appId, organizationId } }: Pick<Tenant, 'scope'>,
  amountMinor: number,
  { budgets = [], acceptedAtMs = NOW_MS, isCounted = () => true }: Spending = {},
) => {
  const charge = { ...aMessage().charge, amountMinor }
  const message = aMessage({ appId, organizationId, acceptedAtMs, charge })
  const request = aRequest({ message })
  await credit(storage, payerOf(message), amountMinor)
  const keys = budgets.map(({ budgetId, period }) => ({
    budgetId,
    periodStartMs: periodStartOf(period, acceptedAtMs),
  }))
  await right(
    storage.acceptance.accept({ ...inquiryOf([request]), budgets: keys }, (known) => {
      const counted = isCounted(known.catalogEpoch) ? keys : []
      const budgetUses = counted.map((key): BudgetUse => {
        const before = known.budgetUses.get(budgetUseKey(key)) ?? { ...key, usedMinor: 0, alertedPercent: 0 }
        return { ...before, usedMinor: before.usedMinor + amountMinor }
      })
      return { ...judge([request])(known), budgetUses, result: undefined }
    }),
  )
  return message
}
