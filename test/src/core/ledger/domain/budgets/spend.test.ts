import { expect } from 'chai'
import fc from 'fast-check'
import type { BudgetUse } from '@postrider/core/ledger/domain/budgets/budget'
import { allows, spendBudget } from '@postrider/core/ledger/domain/budgets/spend'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { check } from '../../../check.js'

const budget = aBudget({ limitMinor: 1_000 })

const use = (usedMinor: number, alertedPercent = 0): BudgetUse => ({
  budgetId: budget.budgetId,
  periodStartMs: 0,
  usedMinor,
  alertedPercent,
})

describe('Whether a budget allows an amount', () => {
  it('is so up to its limit exactly', () => {
    expect(allows(budget, use(990), 10)).to.equal(true)
    expect(allows(budget, use(990), 11)).to.equal(false)
    expect(allows(budget, use(1_000), 0)).to.equal(true)
  })

  it('is so for nothing that costs, where it is overdrawn already or its limit is zero', () => {
    expect(allows(budget, use(1_001), 1)).to.equal(false)
    expect(allows({ ...budget, limitMinor: 0 }, use(0), 1)).to.equal(false)
  })

  it('is always so where it only tells', () => {
    expect(allows({ ...budget, action: 'alert' }, use(1_000), 1)).to.equal(true)
  })
})

describe('Spending of a budget', () => {
  const steps: ReadonlyArray<readonly [string, BudgetUse, number, number | undefined]> = [
    ['tells nothing below its first percentage', use(0), 499, undefined],
    ['tells a percentage at it exactly', use(499), 1, 50],
    ['tells a percentage beyond it', use(0), 510, 50],
    ['tells the highest of those that one amount reaches', use(0), 800, 80],
    ['tells that all is spent', use(990, 80), 10, 100],
    ['tells nothing again that was told', use(500, 50), 299, undefined],
    ['tells nothing below what was told, when something was given back', use(100, 80), 450, undefined],
    ['tells the next one after that', use(700, 50), 100, 80],
    ['tells nothing beyond the highest', use(1_000, 100), 5_000, undefined],
  ]
  for (const [what, before, amountMinor, percent] of steps) {
    it(what, () => {
      const usedMinor = before.usedMinor + amountMinor
      const { use: after, alert } = spendBudget(budget, before, amountMinor)
      expect(alert).to.deep.equal(percent === undefined ? undefined : { budget, percent, usedMinor })
      const alertedPercent = percent ?? before.alertedPercent
      expect(after).to.deep.equal({ ...before, usedMinor, alertedPercent })
    })
  }

  it('tells nothing where it has no percentages', () => {
    expect(spendBudget({ ...budget, alertPercents: [] }, use(0), 1_000).alert).to.equal(undefined)
  })

  it('tells each percentage at most once in a period, ascending, and the highest that was reached', () => {
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
