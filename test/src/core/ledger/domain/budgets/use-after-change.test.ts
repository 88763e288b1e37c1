import { expect } from 'chai'
import type { Budget, BudgetUse } from '@postrider/core/ledger/domain/budgets/budget'
import { countsOtherwise, useAfterChange } from '@postrider/core/ledger/domain/budgets/use-after-change'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { fresh } from '@postrider/conformance/builders/fresh'

const appId = fresh.id('app')
const budget = aBudget({ limitMinor: 1_000, scope: { appId, channel: 'sms' } })

describe("A change of a budget's counting", () => {
  it('applies to a new budget', () => {
    expect(countsOtherwise(undefined, budget)).to.equal(true)
  })

  it('applies if its period or any part of its scope changes', () => {
    const scopes: ReadonlyArray<Budget['scope']> = [
      {},
      { appId },
      { channel: 'sms' },
      { appId, channel: 'email' },
      { appId: fresh.id('app'), channel: 'sms' },
    ]
    for (const scope of scopes) expect(countsOtherwise(budget, { ...budget, scope })).to.equal(true)
    expect(countsOtherwise(budget, { ...budget, period: 'day' })).to.equal(true)
  })

  it("doesn't apply to any other change", () => {
    const changed: Budget = { ...budget, limitMinor: 1, action: 'alert', alertPercents: [], version: 2 }
    expect(countsOtherwise(budget, { ...changed, scope: { channel: 'sms', appId } })).to.equal(false)
  })
})

describe('The use of a changed budget', () => {
  const used: BudgetUse = {
    budgetId: budget.budgetId,
    periodStartMs: 0,
    usedMinor: 600,
    alertedPercent: 80,
    firstRefusedAtMs: undefined,
  }
  const changedUse = (after: Partial<Budget>, before: Budget | undefined = budget) =>
    useAfterChange(before, { ...budget, ...after }, used)

  it('stays the same, with the reports from before money was returned', () => {
    expect(changedUse({ action: 'alert', version: 2 })).to.equal(used)
  })

  it('forgets its refusals if it refuses otherwise than before', () => {
    const refused = { ...used, firstRefusedAtMs: 7 }
    const after = (change: Partial<Budget>, before: Budget = budget) =>
      useAfterChange(before, { ...budget, ...change }, refused)
    expect(after({ version: 2 })).to.equal(refused)
    expect(after({ action: 'alert' })).to.deep.equal(used)
    expect(after({ limitMinor: 900 })).to.deep.equal({ ...used, alertedPercent: 50 })
    expect(after({ alertPercents: [60] })).to.deep.equal({ ...used, alertedPercent: 60 })
    expect(after({}, { ...budget, period: 'day' })).to.deep.equal({ ...used, alertedPercent: 50 })
  })

  it('marks as reported what the new limit or percentages already reach', () => {
    expect(changedUse({ limitMinor: 600 })).to.deep.equal({ ...used, alertedPercent: 100 })
    expect(changedUse({ limitMinor: 2_000 })).to.deep.equal({ ...used, alertedPercent: 0 })
    expect(changedUse({ alertPercents: [10, 60, 61] })).to.deep.equal({ ...used, alertedPercent: 60 })
  })

  it('marks as reported what the new count already reaches', () => {
    expect(changedUse({}, { ...budget, period: 'day' })).to.deep.equal({ ...used, alertedPercent: 50 })
    expect(useAfterChange(undefined, budget, used)).to.deep.equal({ ...used, alertedPercent: 50 })
  })
})
