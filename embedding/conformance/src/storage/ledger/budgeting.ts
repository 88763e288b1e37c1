import { lastChangeOf } from '@postrider/core/tenancy/domain/catalog-changes'
import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  unused,
} from '@postrider/core/ledger/domain/budgets/budget'
import { type BudgetSpending, firstRefusal } from '@postrider/core/ledger/domain/budgets/spend'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import type { BudgetCount, BudgetKey } from '@postrider/core/ledger/ports/budget-storage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Tenant } from '../../builders/a-tenant.js'
import { aMessage } from '../../builders/a-message.js'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { aRequest, credit, requestsQueryOf, judgeRequests, payingAccountOf } from '../messaging/accepting.js'
import type { StorageUnderTest } from '../open-storage.js'
import { exclusively, record } from '../unit-work.js'

/** The number of attempts to save a budget whose count is behind concurrent spending. */
const MOST_TRIALS = 6

type Behind = { readonly budget: Budget; readonly counted: BudgetCount | undefined }

/**
 * Tries to save a decision about the budget; if the count is behind, it must be continued, and nothing was
 * written.
 */
const trySaving = (
  at: Pick<StorageUnderTest, 'storage'>,
  key: BudgetKey,
  nowMs: number,
  decide: (before: Budget | undefined) => Budget,
  counted: BudgetCount | undefined,
) =>
  exclusively(at, async (unit): Promise<{ readonly before?: Budget; readonly behind?: Behind }> => {
    const before = await unit.budgets.lock(key)
    const budget = decide(before)
    const saved = await unit.budgets.save(before, budget, nowMs, counted)
    if (saved._tag === 'Behind') return { behind: { budget, counted: saved.counted } }
    await record(unit, anAuditEvent({ action: 'budget.save', target: budget.budgetId }))
    return before === undefined ? {} : { before }
  })

/** Saves a decision about the budget, continuing its count if necessary; returns the previous budget. */
export const saveBy = async (
  at: Pick<StorageUnderTest, 'storage'>,
  key: BudgetKey,
  nowMs: number,
  decide: (before: Budget | undefined) => Budget,
  countedBefore?: BudgetCount,
): Promise<Budget | undefined> => {
  let counted = countedBefore
  for (let trials = 0; trials < MOST_TRIALS; trials += 1) {
    const { before, behind } = await trySaving(at, key, nowMs, decide, counted)
    if (behind === undefined) return before
    counted = await right(at.storage.budgets.count(behind.budget, nowMs, behind.counted))
  }
  throw new Error('more was spent than could be counted meanwhile')
}

/** Saves the given budget; returns the previous one. */
export const save = (at: Pick<StorageUnderTest, 'storage'>, budget: Budget, nowMs = NOW_MS) =>
  saveBy(at, budget, nowMs, () => budget)

/** The budget's use in the period that contains this time, as it is listed. */
export const useOf = async (
  { storage }: Pick<StorageUnderTest, 'storage'>,
  { organizationId, budgetId }: Budget,
  nowMs = NOW_MS,
) =>
  (await right(storage.budgets.list(organizationId, 'test', nowMs))).value.find(
    ({ budget }) => budget.budgetId === budgetId,
  )?.use

/** The options of an acceptance besides its tenant and price. */
interface Spending {
  /** The budgets that it counts towards. */
  readonly budgets?: readonly Budget[]
  readonly acceptedAtMs?: number
  /** Whether it is counted, given the catalog's epoch that the acceptance sees; default: always. */
  readonly isCounted?: (epoch: number) => boolean
  /** Whether the money is there already; by default the exact amount is credited first. */
  readonly isFunded?: boolean
}

/** Accepts a message of a tenant's app with this price, and counts it towards the budgets. */
export const acceptAgainstBudgets = async (
  { storage }: Pick<StorageUnderTest, 'storage'>,
  { scope: { appId, organizationId } }: Pick<Tenant, 'scope'>,
  amountMinor: number,
  { budgets = [], acceptedAtMs = NOW_MS, isCounted = () => true, isFunded = false }: Spending = {},
) => {
  const charge = { ...aMessage().charge, amountMinor }
  const message = aMessage({ appId, organizationId, acceptedAtMs, charge })
  const request = aRequest({ message })
  if (!isFunded) await credit(storage, payingAccountOf(message), amountMinor)
  const keys = budgets.map((budget) => unused(budget, acceptedAtMs))
  await right(
    storage.acceptance.accept({ ...requestsQueryOf([request]), budgets: keys }, (known) => {
      const counted = isCounted(lastChangeOf(known.changes, organizationId)) ? keys : []
      const budgetUses = counted.map((key): BudgetUse => {
        const before = known.budgetUses.get(budgetUseKey(key)) ?? key
        return { ...before, usedMinor: before.usedMinor + amountMinor }
      })
      return { ...judgeRequests([request])(known), budgetUses, result: undefined }
    }),
  )
  return message
}

/**
 * Lets the budget refuse a message of the tenant's app at this time; returns what was written, or undefined
 * after its first refusal.
 */
export const refuseByBudget = (
  { storage }: Pick<StorageUnderTest, 'storage'>,
  { scope: { appId, organizationId } }: Pick<Tenant, 'scope'>,
  budget: Budget,
  atMs: EpochMs,
): Promise<BudgetSpending | undefined> => {
  const request = aRequest({ message: aMessage({ appId, organizationId, acceptedAtMs: atMs }) })
  const fresh = unused(budget, atMs)
  return right(
    storage.acceptance.accept({ ...requestsQueryOf([request]), budgets: [fresh] }, (known) => {
      const before = known.budgetUses.get(budgetUseKey(fresh)) ?? fresh
      const refused = firstRefusal(budget, before, atMs)
      if (refused === undefined) return writingNothing(undefined)
      const { use, alert } = refused
      const alerts = alert === undefined ? [] : [alert]
      return { ...writingNothing(refused), budgetUses: [use], firstRefusals: [budget], alerts }
    }),
  )
}
