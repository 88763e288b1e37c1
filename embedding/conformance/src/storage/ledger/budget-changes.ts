import { expect } from 'chai'
import type { Budget } from '@postrider/core/ledger/domain/budgets/budget'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aBudget } from '../../builders/a-budget.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { save, saveBy, acceptAgainstBudgets, useOf } from './budgeting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages, workItemOf, NO_WORK } from '../messaging/settling.js'

const aSavedTenant = async ({ storage }: StorageUnderTest) => {
  const tenant = aTenant()
  await right(storage.catalog.save(recordsOf(tenant)))
  return { tenant, ...tenant.scope }
}

const keeping = (at: StorageUnderTest): void => {
  it('keeps the use of a budget with the same scope and periods', async () => {
    const { tenant, organizationId } = await aSavedTenant(at)
    const budget = aBudget({ organizationId })
    await save(at, budget)
    await acceptAgainstBudgets(at, tenant, 600, { budgets: [budget] })
    await acceptAgainstBudgets(at, tenant, 7)
    const before = await useOf(at, budget)
    expect(before).to.include({ usedMinor: 600, alertedPercent: 0 })
    await save(at, { ...budget, action: 'alert', version: 2 })
    expect(await useOf(at, budget)).to.deep.equal(before)
    await save(at, { ...budget, limitMinor: 750, version: 3 })
    expect(await useOf(at, budget)).to.deep.equal({ ...before, alertedPercent: 80 })
    await save(at, { ...budget, limitMinor: 750, alertPercents: [20, 81], version: 4 })
    expect(await useOf(at, budget)).to.deep.equal({ ...before, alertedPercent: 20 })
  })

  it('knows that nothing was used of a period without counting', async () => {
    const { tenant, organizationId } = await aSavedTenant(at)
    const budget = aBudget({ organizationId })
    await save(at, budget, NOW_MS - 40 * DAY_MS)
    await acceptAgainstBudgets(at, tenant, 40, { budgets: [budget], acceptedAtMs: NOW_MS - 40 * DAY_MS })
    await acceptAgainstBudgets(at, tenant, 7)
    await save(at, { ...budget, limitMinor: 5, version: 2 })
    expect((await useOf(at, budget))?.usedMinor).to.equal(0)
    expect((await useOf(at, budget, NOW_MS - 40 * DAY_MS))?.usedMinor).to.equal(40)
  })
}

const recounting = (at: StorageUnderTest): void => {
  it('recounts a budget with another scope or other periods', async () => {
    const { tenant, organizationId, appId } = await aSavedTenant(at)
    const budget = aBudget({ organizationId, limitMinor: 200, scope: { channel: 'email' } })
    await acceptAgainstBudgets(at, tenant, 3, { acceptedAtMs: NOW_MS - 20 * DAY_MS })
    await acceptAgainstBudgets(at, tenant, 10, { acceptedAtMs: NOW_MS - DAY_MS })
    await save(at, budget)
    await acceptAgainstBudgets(at, tenant, 100)
    const steps: ReadonlyArray<readonly [Partial<Budget>, number, number]> = [
      [{}, 0, 0],
      [{ scope: { channel: 'sms' } }, 110, 50],
      [{ scope: { appId } }, 110, 50],
      [{ scope: { appId }, period: 'day', limitMinor: 100 }, 100, 100],
      [{ scope: {}, period: 'month', limitMinor: 125 }, 110, 80],
      [{ scope: { appId: aTenant().scope.appId }, period: 'month' }, 0, 0],
    ]
    for (const [index, [change, usedMinor, alertedPercent]] of steps.entries()) {
      await save(at, { ...budget, ...change, version: index + 2 })
      expect(await useOf(at, budget), String(index)).to.include({ usedMinor, alertedPercent })
    }
  })

  it('counts a message once in any final state, and not at all if its money was released', async () => {
    const { tenant, organizationId } = await aSavedTenant(at)
    const old = await acceptAgainstBudgets(at, tenant, 1, { acceptedAtMs: NOW_MS - DAY_MS })
    const settled = await acceptAgainstBudgets(at, tenant, 20)
    const released = await acceptAgainstBudgets(at, tenant, 300)
    const open = await acceptAgainstBudgets(at, tenant, 4_000)
    await right(endMessages(at.storage, [settled.messageId], 'settlement', NOW_MS))
    await right(endMessages(at.storage, [old.messageId, released.messageId], 'release', NOW_MS))
    const day = aBudget({ organizationId, period: 'day' })
    const month = aBudget({ organizationId })
    for (const budget of [day, month]) {
      await save(at, budget)
      expect((await useOf(at, budget))?.usedMinor).to.equal(4_020)
    }
    await right(endMessages(at.storage, [open.messageId], 'release', NOW_MS))
    await save(at, { ...day, scope: { channel: 'sms' }, version: 2 })
    expect((await useOf(at, day))?.usedMinor).to.equal(20)
  })

  it('uses no count of another period or another scope for the changed one', async () => {
    const { tenant, organizationId } = await aSavedTenant(at)
    const budget = aBudget({ organizationId })
    await acceptAgainstBudgets(at, tenant, 100, { acceptedAtMs: NOW_MS - 40 * DAY_MS })
    await acceptAgainstBudgets(at, tenant, 7)
    const past = await right(at.storage.budgets.count(budget, NOW_MS - 40 * DAY_MS, undefined))
    expect(past.use.usedMinor).to.equal(107)
    await saveBy(at, budget, NOW_MS, () => budget, past)
    expect((await useOf(at, budget))?.usedMinor).to.equal(7)
    const ofEmail = aBudget({ organizationId, scope: { channel: 'email' } })
    const present = await right(at.storage.budgets.count(budget, NOW_MS, undefined))
    await saveBy(at, ofEmail, NOW_MS, () => ofEmail, present)
    expect((await useOf(at, ofEmail))?.usedMinor).to.equal(0)
  })

  it('counts exactly during acceptances: each is in the count, or applies the budget', async () => {
    const { tenant, organizationId } = await aSavedTenant(at)
    const budget = aBudget({ organizationId })
    await acceptAgainstBudgets(at, tenant, 1)
    const epoch = await right(at.storage.catalog.epoch())
    const spends = Array.from({ length: 12 }, (_, index) =>
      acceptAgainstBudgets(at, tenant, 2 ** (index + 1), {
        budgets: [budget],
        isCounted: (seen) => seen > epoch,
      }),
    )
    await Promise.all([...spends.slice(0, 4), save(at, budget), ...spends.slice(4)])
    expect((await useOf(at, budget))?.usedMinor).to.equal(2 ** 13 - 1)
  })
}

const periodsAtWork = (at: StorageUnderTest): void => {
  it('passes to work on messages the periods of their acceptance, and none long past', async () => {
    const { tenant, organizationId } = await aSavedTenant(at)
    const month = aBudget({ organizationId })
    const day = aBudget({ organizationId, period: 'day' })
    const budgets = [month, day]
    for (const budget of budgets) await save(at, budget, Date.UTC(2025, 10, 1))
    const spendAt = (acceptedAtMs: number) => acceptAgainstBudgets(at, tenant, 5, { budgets, acceptedAtMs })
    await spendAt(Date.UTC(2025, 11, 31, 23))
    await spendAt(Date.UTC(2026, 0, 30, 23))
    // The last moment of the longest month is the farthest from its start.
    const first = await spendAt(Date.UTC(2026, 0, 31, 23, 59, 59, 999))
    const second = await spendAt(Date.UTC(2026, 1, 1))
    const items = [second, first].map(({ messageId }) => workItemOf(messageId))
    const handed = await right(
      at.storage.dispatch.work(items, (known) => ({ ...NO_WORK, result: known.budgets })),
    )
    const periodsOf = ({ budgetId }: Budget) =>
      handed.filter(({ budget }) => budget.budgetId === budgetId).map(({ use }) => use.periodStartMs)
    expect(periodsOf(month)).to.have.members([Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)])
    expect(periodsOf(day)).to.have.members([Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1)])
  })
}

/** Tests how changes of a budget affect its use, and which uses are found again. */
export const budgetChangesSuite = (open: OpenStorage): void => {
  describe('storage of changed budgets', () => {
    const at = useStorage(open)
    keeping(at)
    recounting(at)
    periodsAtWork(at)
  })
}
