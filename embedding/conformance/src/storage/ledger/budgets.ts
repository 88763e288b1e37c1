import { expect } from 'chai'
import { type Budget, unused } from '@postrider/core/ledger/domain/budgets/budget'
import type { BudgetSpending } from '@postrider/core/ledger/domain/budgets/spend'
import { groupOf } from '@postrider/core/feed/domain/change'
import { E } from '@postrider/core/fp'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { aBudget } from '../../builders/a-budget.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { NOW_MS } from '../../builders/fresh.js'
import { left, right } from '../../outcome.js'
import { save, acceptAgainstBudgets, refuseByBudget, useOf } from './budgeting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { changesLeftBy } from '../feed/following.js'
import { endMessages } from '../messaging/settling.js'

const DAY_MS = 24 * 3_600_000

const counting = (at: StorageUnderTest): void => {
  it('counts a budget that starts in the middle of its period from the messages of that period', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { organizationId, appId } = tenant.scope
    await acceptAgainstBudgets(at, tenant, 100)
    await acceptAgainstBudgets(at, tenant, 7, { acceptedAtMs: NOW_MS - DAY_MS })
    await acceptAgainstBudgets(at, tenant, 3, { acceptedAtMs: NOW_MS - 40 * DAY_MS })
    const month = aBudget({ organizationId })
    const day = aBudget({ organizationId, period: 'day', scope: { appId } })
    const others = aBudget({ organizationId, scope: { channel: 'email' } })
    for (const budget of [month, day, others]) await save(at, budget)
    expect((await useOf(at, month))?.usedMinor).to.equal(107)
    expect((await useOf(at, day))?.usedMinor).to.equal(100)
    expect((await useOf(at, others))?.usedMinor).to.equal(0)
  })

  it('treats thresholds that were reached before its creation as reported', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    await acceptAgainstBudgets(at, tenant, 85)
    const budget = aBudget({ organizationId: tenant.scope.organizationId, limitMinor: 100 })
    await save(at, budget)
    expect(await useOf(at, budget)).to.include({ usedMinor: 85, alertedPercent: 80 })
  })

  it('shows the use by acceptances, also by concurrent ones, and loses none', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const budget = aBudget({ organizationId: tenant.scope.organizationId })
    await save(at, budget)
    await Promise.all(
      Array.from({ length: 10 }, () => acceptAgainstBudgets(at, tenant, 5, { budgets: [budget] })),
    )
    expect((await useOf(at, budget))?.usedMinor).to.equal(50)
  })

  it('keeps the first refusal of concurrent ones, and raises its event once', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { organizationId } = tenant.scope
    const budget = aBudget({ organizationId, limitMinor: 100 })
    await save(at, budget)
    await acceptAgainstBudgets(at, tenant, 90, { budgets: [budget] })
    let refusals: ReadonlyArray<BudgetSpending | undefined> = []
    const changes = await changesLeftBy(at.storage, async () => {
      const times = Array.from({ length: 5 }, (_, index) => NOW_MS + index)
      refusals = await Promise.all(times.map((atMs) => refuseByBudget(at, tenant, budget, atMs)))
    })
    const [first, ...others] = refusals.filter((refusal) => refusal !== undefined)
    expect(others).to.deep.equal([])
    expect(await useOf(at, budget)).to.deep.equal(first?.use)
    expect(first?.alert).to.include({ percent: 100, usedMinor: 90 })
    expect(changes.map(({ groups }) => groups)).to.deep.equal([[groupOf('budget', 1, organizationId)]])
    const events = changes.flatMap((change) => change.events ?? [])
    expect(events.map(({ type, data }) => [type, data['percent'], data['usedMinor']])).to.deep.equal([
      ['budget.threshold_reached', 100, 90],
    ])
    await acceptAgainstBudgets(at, tenant, 5, { budgets: [budget] })
    expect(await useOf(at, budget)).to.deep.equal({ ...first?.use, usedMinor: 95 })
  })

  it('passes budgets and their uses to work on messages, and stores what is returned', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const budget = aBudget({ organizationId: tenant.scope.organizationId })
    await save(at, budget)
    const { messageId } = await acceptAgainstBudgets(at, tenant, 5, { budgets: [budget] })
    const seen = await right(
      at.storage.dispatch.work([{ messageId, learned: [] }], ({ budgets }) => ({
        messages: [],
        attempts: [],
        events: [],
        accounts: [],
        due: [],
        parts: [],
        refusals: [],
        receipts: [],
        budgetUses: budgets.map(({ use }) => ({ ...use, usedMinor: 2 })),
        result: budgets,
      })),
    )
    expect(seen.map((one) => [one.budget.budgetId, one.use.usedMinor])).to.deep.equal([[budget.budgetId, 5]])
    expect((await useOf(at, budget))?.usedMinor).to.equal(2)
  })
}

const saving = (at: StorageUnderTest): void => {
  it('stores a budget, shows it to units that change it, and advances the epoch with each change', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const before = await right(at.storage.catalog.epoch())
    const budget = aBudget({ organizationId: tenant.scope.organizationId, scope: { channel: 'sms' } })
    expect(await save(at, budget)).to.equal(undefined)
    const changed: Budget = { ...budget, limitMinor: 5, action: 'alert', alertPercents: [10], version: 2 }
    expect(await save(at, changed)).to.deep.equal(budget)
    expect(await right(at.storage.catalog.epoch())).to.equal(before + 2)
    expect((await right(at.storage.catalog.app(tenant.scope.appId)))?.budgets).to.deep.equal([changed])
    const audited = await right(at.storage.audit.list(undefined, 100))
    expect(audited.filter(({ target }) => target === budget.budgetId)).to.have.length(2)
  })

  it('writes nothing if the change is refused', async () => {
    const budget = aBudget()
    const before = await right(at.storage.catalog.epoch())
    const refused = await left(
      at.storage.units.transact('exclusive', async (unit) => {
        await unit.budgets.save(await unit.budgets.lock(budget), budget, NOW_MS, undefined)
        return E.left({ _tag: 'Refused' })
      }),
    )
    expect(refused).to.deep.equal({ _tag: 'Refused' })
    expect(await useOf(at, budget)).to.equal(undefined)
    expect(await right(at.storage.catalog.epoch())).to.equal(before)
  })

  it('returns the epoch of the read with budgets and their uses', async () => {
    const budget = aBudget()
    await save(at, budget)
    const { epoch, value } = await right(
      at.storage.budgets.list(budget.organizationId, budget.environment, NOW_MS),
    )
    expect(epoch).to.equal(await right(at.storage.catalog.epoch()))
    expect(value).to.deep.equal([{ budget, use: unused(budget, NOW_MS) }])
  })

  it('no longer counts a released message', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { messageId } = await acceptAgainstBudgets(at, tenant, 5)
    await right(endMessages(at.storage, [messageId], 'release', NOW_MS))
    const budget = aBudget({ organizationId: tenant.scope.organizationId })
    await save(at, budget)
    expect((await useOf(at, budget))?.usedMinor).to.equal(0)
    expect(
      await right(at.storage.acceptance.accept(anAcceptanceQuery(), () => writingNothing('still there'))),
    ).to.equal('still there')
  })
}

/** Tests budgets and their use. */
export const budgetsSuite = (open: OpenStorage): void => {
  describe('storage of budgets', () => {
    const at = useStorage(open)
    counting(at)
    saving(at)
  })
}
