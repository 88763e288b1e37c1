import { expect } from 'chai'
import fc from 'fast-check'
import type { BudgetUse } from '@postrider/core/ledger/domain/budgets/budget'
import { allows, firstRefusal, spendBudget } from '@postrider/core/ledger/domain/budgets/spend'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { check } from '../../../check.js'

const budget = aBudget({ limitMinor: 1_000 })

const use = (usedMinor: number, alertedPercent = 0): BudgetUse => ({
  budgetId: budget.budgetId,
  periodStartMs: 0,
  usedMinor,
  alertedPercent,
  firstRefusedAtMs: undefined,
})

describe('A budget', () => {
  it('allows amounts up to exactly its limit', () => {
    expect(allows(budget, use(990), 10)).to.equal(true)
    expect(allows(budget, use(990), 11)).to.equal(false)
    expect(allows(budget, use(1_000), 0)).to.equal(true)
  })

  it('allows messages without a cost if it is overdrawn or its limit is zero', () => {
    expect(allows(budget, use(1_001), 1)).to.equal(false)
    expect(allows({ ...budget, limitMinor: 0 }, use(0), 1)).to.equal(false)
  })

  it('always allows if it only notifies', () => {
    expect(allows({ ...budget, action: 'alert' }, use(1_000), 1)).to.equal(true)
  })
})

describe('Spending of a budget', () => {
  const steps: ReadonlyArray<readonly [string, BudgetUse, number, number | undefined]> = [
    ['nothing below its first percentage', use(0), 499, undefined],
    ['a percentage at exactly its amount', use(499), 1, 50],
    ['a percentage beyond its amount', use(0), 510, 50],
    ['the highest of several that one amount reaches', use(0), 800, 80],
    ['that all is spent', use(990, 80), 10, 100],
    ['nothing that was reported already', use(500, 50), 299, undefined],
    ['nothing below the last report after money was returned', use(100, 80), 450, undefined],
    ['the next one after that', use(700, 50), 100, 80],
    ['nothing beyond the highest', use(1_000, 100), 5_000, undefined],
  ]
  for (const [what, before, amountMinor, percent] of steps) {
    it(what, () => {
      const usedMinor = before.usedMinor + amountMinor
      const { use: after, alert } = spendBudget(budget, before, amountMinor)
      expect(alert).to.deep.equal(
        percent === undefined ? undefined : { budget, percent, usedMinor, periodStartMs: 0 },
      )
      const alertedPercent = percent ?? before.alertedPercent
      expect(after).to.deep.equal({ ...before, usedMinor, alertedPercent })
    })
  }

  it('reports 100 only if no refusal has reported it', () => {
    const refused = { ...use(700, 50), firstRefusedAtMs: 5 }
    expect(spendBudget(budget, refused, 100).alert).to.include({ percent: 80, usedMinor: 800 })
    const { use: after, alert } = spendBudget(budget, refused, 300)
    expect(alert).to.equal(undefined)
    expect(after).to.deep.equal({ ...refused, usedMinor: 1_000, alertedPercent: 100 })
  })

  it('reports nothing without percentages', () => {
    expect(spendBudget({ ...budget, alertPercents: [] }, use(0), 1_000).alert).to.equal(undefined)
  })

  it('reports each percentage at most once in a period, ascending, and the highest that was reached', () => {
    check(
      fc.property(fc.array(fc.nat(200), { maxLength: 30 }), (amounts) => {
        let now = use(0)
        const alerted: number[] = []
        for (const amountMinor of amounts) {
          const spent = spendBudget(budget, now, amountMinor)
          now = spent.use
          if (spent.alert !== undefined) alerted.push(spent.alert.percent)
        }
        expect(alerted).to.deep.equal([...new Set(alerted)].sort((one, other) => one - other))
        const reached = budget.alertPercents.filter((percent) => now.usedMinor >= percent * 10)
        expect(alerted.at(-1)).to.equal(reached.at(-1))
        expect(now.alertedPercent).to.equal(reached.at(-1) ?? 0)
      }),
    )
  })
})

describe('The first refusal of a budget', () => {
  it('is kept, and reports 100 percent although less is used', () => {
    expect(firstRefusal(budget, use(990, 80), 5)).to.deep.equal({
      use: { ...use(990, 80), firstRefusedAtMs: 5 },
      alert: { budget, percent: 100, usedMinor: 990, periodStartMs: 0 },
    })
  })

  it('reports nothing that was reported, or that the budget does not report', () => {
    const kept = { ...use(1_000, 100), firstRefusedAtMs: 5 }
    expect(firstRefusal(budget, use(1_000, 100), 5)).to.deep.equal({ use: kept, alert: undefined })
    for (const alertPercents of [[], [50, 99]])
      expect(firstRefusal({ ...budget, alertPercents }, use(990), 5)?.alert).to.equal(undefined)
  })

  it('is the only one in its period', () => {
    const refused = firstRefusal(budget, use(990, 80), 5)?.use ?? use(990)
    expect(firstRefusal(budget, refused, 6)).to.equal(undefined)
  })
})
