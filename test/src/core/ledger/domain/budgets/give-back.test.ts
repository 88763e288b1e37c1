import { expect } from 'chai'
import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  periodStartOf,
} from '@postrider/core/ledger/domain/budgets/budget'
import { type BudgetWithUse, giveBack } from '@postrider/core/ledger/domain/budgets/give-back'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh } from '@postrider/conformance/builders/fresh'

const acceptedAtMs = Date.UTC(2026, 0, 31, 23, 59)
const message = aMessage({ acceptedAtMs })
const { organizationId, appId, channel } = message

const used = (overrides: Partial<Budget> = {}, use: Partial<BudgetUse> = {}): BudgetWithUse => {
  const budget = aBudget({ organizationId, ...overrides })
  const { budgetId, period } = budget
  const periodStartMs = periodStartOf(period, acceptedAtMs)
  const full = { usedMinor: 100, alertedPercent: 50, firstRefusedAtMs: acceptedAtMs }
  return { budget, use: { budgetId, periodStartMs, ...full, ...use } }
}

const back = (budgets: readonly BudgetWithUse[], of: Message = message, changed: readonly BudgetUse[] = []) =>
  giveBack(budgets, of, new Map(changed.map((use) => [budgetUseKey(use), use])))

describe('Returning money to budgets', () => {
  it("subtracts the message's cost from the use, and keeps the reported percentages", () => {
    const one = used()
    expect(back([one])).to.deep.equal([[budgetUseKey(one.use), { ...one.use, usedMinor: 75 }]])
  })

  it('returns it to every budget that the message counted towards', () => {
    const its = [used(), used({ period: 'day' }), used({ scope: { appId, channel } })]
    expect(back(its).map(([key]) => key)).to.deep.equal(its.map(({ use }) => budgetUseKey(use)))
  })

  it("uses the period of the message's acceptance, not the present one", () => {
    const next = Date.UTC(2026, 1, 1)
    const days = used({ period: 'day' })
    const today = { ...days, use: { ...days.use, periodStartMs: next } }
    const month = used()
    const thisMonth = { ...month, use: { ...month.use, periodStartMs: next } }
    expect(back([today, days, thisMonth, month]).map(([, use]) => use.periodStartMs)).to.deep.equal([
      Date.UTC(2026, 0, 31),
      Date.UTC(2026, 0, 1),
    ])
  })

  it("returns nothing to a budget that the message didn't count towards", () => {
    const others = [
      used({ organizationId: fresh.id('org') }),
      used({ currency: 'USD' }),
      used({ scope: { appId: fresh.id('app') } }),
      used({ scope: { channel: 'email' } }),
    ]
    expect(back(others)).to.deep.equal([])
  })

  it('adds to what other messages have returned', () => {
    const one = used()
    const [[, use] = []] = back([one], message, [{ ...one.use, usedMinor: 60 }])
    expect(use?.usedMinor).to.equal(35)
  })

  it('never subtracts more than was used', () => {
    const [[, use] = []] = back([used({}, { usedMinor: 24 })])
    expect(use?.usedMinor).to.equal(0)
  })
})
