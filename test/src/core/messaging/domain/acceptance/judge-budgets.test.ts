import { expect } from 'chai'
import fc from 'fast-check'
import type { Candidate } from '@postrider/core/messaging/domain/acceptance/candidate'
import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'
import type { Verdicts } from '@postrider/core/messaging/domain/acceptance/judge'
import { type Budget, budgetUseKey, periodStartOf } from '@postrider/core/ledger/domain/budgets/budget'
import { E } from '@postrider/core/fp'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'
import { aCandidate, aQuote, judged, oneByOne, ORGANIZATION_ID, results, withMoney } from './a-candidate.js'

const aLimit = (overrides: Partial<Budget> = {}): Budget =>
  aBudget({ organizationId: ORGANIZATION_ID, limitMinor: 100, ...overrides })

const costing = (amountMinor: number, ...budgets: readonly Budget[]): Candidate =>
  aCandidate(amountMinor, { quoted: E.right(aQuote(amountMinor, { budgets })) })

const used = (
  budget: Budget,
  usedMinor: number,
  alertedPercent = 0,
  firstRefusedAtMs?: number,
): Pick<JudgeFacts, 'budgetUses'> => {
  const periodStartMs = periodStartOf(budget.period, NOW_MS)
  const use = { budgetId: budget.budgetId, periodStartMs, usedMinor, alertedPercent, firstRefusedAtMs }
  return { budgetUses: new Map([[budgetUseKey(use), use]]) }
}

const judgeAll = (candidates: readonly Candidate[], known: Partial<JudgeFacts> = {}): Verdicts =>
  judged(oneByOne(candidates), known)

const usesOf = ({ budgetUses }: Verdicts) =>
  budgetUses.map(({ budgetId, usedMinor }) => [budgetId, usedMinor] as const)

describe('Judging by budgets', () => {
  it('spends a blocking budget to the last unit and not beyond', () => {
    const budget = aLimit()
    const verdicts = judgeAll([
      costing(60, budget),
      costing(41, budget),
      costing(40, budget),
      costing(1, budget),
    ])
    expect(results(verdicts).flat()).to.deep.equal([
      'accepted',
      'BudgetExceeded',
      'accepted',
      'BudgetExceeded',
    ])
    expect(usesOf(verdicts)).to.deep.equal([[budget.budgetId, 100]])
  })

  it('continues from the use of the present period', () => {
    const budget = aLimit({ period: 'day' })
    const verdicts = judgeAll([costing(10, budget), costing(1, budget)], used(budget, 90, 80))
    expect(results(verdicts).flat()).to.deep.equal(['accepted', 'BudgetExceeded'])
    const periodStartMs = Date.UTC(2026, 0, 15)
    expect(verdicts.budgetUses).to.deep.equal([
      {
        budgetId: budget.budgetId,
        periodStartMs,
        usedMinor: 100,
        alertedPercent: 100,
        firstRefusedAtMs: NOW_MS,
      },
    ])
  })

  it('accepts messages without a cost if everything is spent', () => {
    const budget = aLimit()
    expect(results(judgeAll([costing(0, budget)], used(budget, 100, 100)))).to.deep.equal([['accepted']])
    expect(results(judgeAll([costing(0, aLimit({ limitMinor: 0 }))]))).to.deep.equal([['accepted']])
  })

  it('refuses if one of several budgets is spent, and then counts towards none', () => {
    const [wide, narrow] = [aLimit(), aLimit({ limitMinor: 9 })]
    const verdicts = judgeAll([costing(10, wide, narrow), costing(5, wide)])
    expect(results(verdicts).flat()).to.deep.equal(['BudgetExceeded', 'accepted'])
    expect(usesOf(verdicts)).to.deep.equal([
      [narrow.budgetId, 0],
      [wide.budgetId, 5],
    ])
    expect(verdicts.firstRefusals).to.deep.equal([narrow])
  })

  it('counts towards all budgets of a message', () => {
    const [one, other] = [aLimit(), aLimit({ period: 'day' })]
    const verdicts = judgeAll([costing(10, one, other), costing(5, one)])
    expect(usesOf(verdicts)).to.deep.equal([
      [one.budgetId, 15],
      [other.budgetId, 10],
    ])
  })

  it('never refuses for a budget that only notifies', () => {
    const budget = aLimit({ action: 'alert' })
    const verdicts = judgeAll([costing(1_000, budget), costing(1_000, budget)])
    expect(results(verdicts).flat()).to.deep.equal(['accepted', 'accepted'])
    expect(usesOf(verdicts)).to.deep.equal([[budget.budgetId, 2_000]])
  })

  it('uses nothing for what is refused for lack of money', () => {
    const verdicts = judgeAll([costing(60, aLimit())], withMoney(59))
    expect(results(verdicts)).to.deep.equal([['InsufficientBalance']])
    expect([verdicts.budgetUses, verdicts.alerts]).to.deep.equal([[], []])
  })

  it('reports each percentage once, for the message that reaches it', () => {
    const budget = aLimit()
    const verdicts = judgeAll([49, 1, 1, 48, 1].map((amount) => costing(amount, budget)))
    const periodStartMs = periodStartOf(budget.period, NOW_MS)
    expect(verdicts.alerts).to.deep.equal([
      { budget, percent: 50, usedMinor: 50, periodStartMs },
      { budget, percent: 80, usedMinor: 99, periodStartMs },
      { budget, percent: 100, usedMinor: 100, periodStartMs },
    ])
  })

  it('reports 100 percent at the first refusal, once, if prices don’t divide the limit', () => {
    const budget = aLimit()
    const verdicts = judgeAll([30, 30, 30, 30, 30, 10, 1].map((amount) => costing(amount, budget)))
    expect(verdicts.alerts.map(({ percent, usedMinor }) => [percent, usedMinor])).to.deep.equal([
      [50, 60],
      [80, 90],
      [100, 90],
    ])
    expect(verdicts.firstRefusals).to.deep.equal([budget])
    expect(verdicts.budgetUses).to.deep.equal([...used(budget, 100, 100, NOW_MS).budgetUses.values()])
  })

  it('writes nothing for a refusal after the first one of the period', () => {
    const budget = aLimit()
    const { budgetUses, firstRefusals, alerts } = judgeAll([costing(30, budget)], used(budget, 90, 80, 1))
    expect([budgetUses, firstRefusals, alerts]).to.deep.equal([[], [], []])
  })

  it('reports the first refusal of each budget that refuses, and of no other', () => {
    const [day, month, wide] = [aLimit({ period: 'day' }), aLimit(), aLimit({ limitMinor: 900 })]
    const { firstRefusals, alerts } = judgeAll([costing(101, day, wide, month)])
    expect(firstRefusals).to.deep.equal([day, month])
    expect(alerts.map(({ budget }) => budget)).to.deep.equal([day, month])
  })

  it('keeps no refusal of an Organization without an account, which no lock protects', () => {
    const verdicts = judgeAll([costing(101, aLimit())], { accounts: new Map() })
    expect(results(verdicts)).to.deep.equal([['BudgetExceeded']])
    expect([verdicts.budgetUses, verdicts.firstRefusals, verdicts.alerts]).to.deep.equal([[], [], []])
  })

  it('repeats no report of an earlier transaction', () => {
    const budget = aLimit()
    expect(judgeAll([costing(5, budget)], used(budget, 60, 50)).alerts).to.deep.equal([])
  })

  it('never exceeds a blocking budget and counts exactly what was accepted, for any input', () => {
    check(
      fc.property(fc.array(fc.nat(60), { maxLength: 20 }), fc.nat(300), (amounts, limitMinor) => {
        const budget = aLimit({ limitMinor })
        const { acceptances, budgetUses } = judgeAll(amounts.map((amount) => costing(amount, budget)))
        const spent = acceptances.reduce((sum, { reservation }) => sum + reservation.amountMinor, 0)
        expect(budgetUses[0]?.usedMinor ?? 0).to.equal(spent)
        expect(spent).to.be.at.most(limitMinor)
      }),
    )
  })
})
