import { expect } from 'chai'
import fc from 'fast-check'
import {
  type BudgetPeriod,
  type BudgetScope,
  budgetUseKey,
  countsTowards,
  periodEndOf,
  periodStartOf,
} from '@postrider/core/ledger/domain/budgets/budget'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { fresh } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'

const DAY_MS = 86_400_000
const at = (text: string): number => Date.parse(text)
const iso = (ms: number): string => new Date(ms).toISOString()

/** A period, a time, and the start and end of the period that contains it. */
const CASES: ReadonlyArray<readonly [BudgetPeriod, string, string, string]> = [
  ['day', '2026-01-15T12:34:56.789Z', '2026-01-15', '2026-01-16'],
  ['day', '2026-01-15T00:00:00.000Z', '2026-01-15', '2026-01-16'],
  ['day', '2026-01-15T23:59:59.999Z', '2026-01-15', '2026-01-16'],
  ['day', '2026-01-31T12:00:00.000Z', '2026-01-31', '2026-02-01'],
  ['day', '2026-02-28T12:00:00.000Z', '2026-02-28', '2026-03-01'],
  ['day', '2028-02-28T12:00:00.000Z', '2028-02-28', '2028-02-29'],
  ['day', '2028-02-29T12:00:00.000Z', '2028-02-29', '2028-03-01'],
  ['day', '2026-12-31T23:59:59.999Z', '2026-12-31', '2027-01-01'],
  ['month', '2026-01-31T23:59:59.999Z', '2026-01-01', '2026-02-01'],
  ['month', '2026-02-01T00:00:00.000Z', '2026-02-01', '2026-03-01'],
  ['month', '2026-02-28T23:59:59.999Z', '2026-02-01', '2026-03-01'],
  ['month', '2028-02-29T23:59:59.999Z', '2028-02-01', '2028-03-01'],
  ['month', '2026-04-30T12:00:00.000Z', '2026-04-01', '2026-05-01'],
  ['month', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
]

describe('The period of a budget', () => {
  for (const [period, moment, start, end] of CASES) {
    it(`is, for a ${period} around ${moment}, from ${start} to ${end}`, () => {
      const startMs = periodStartOf(period, at(moment))
      expect(iso(startMs)).to.equal(`${start}T00:00:00.000Z`)
      expect(iso(periodEndOf(period, startMs))).to.equal(`${end}T00:00:00.000Z`)
    })
  }

  it('contains each time in exactly one period, and the next one starts at its end', () => {
    const moments = fc.integer({ min: 0, max: at('2150-01-01T00:00:00Z') })
    check(
      fc.property(fc.constantFrom<BudgetPeriod>('day', 'month'), moments, (period, momentMs) => {
        const startMs = periodStartOf(period, momentMs)
        const endMs = periodEndOf(period, startMs)
        expect(startMs <= momentMs && momentMs < endMs).to.equal(true)
        expect([startMs, endMs - 1].map((ms) => periodStartOf(period, ms))).to.deep.equal([startMs, startMs])
        expect(periodStartOf(period, endMs)).to.equal(endMs)
      }),
      1_000,
    )
  })

  it('has days of 24 hours and months by the calendar', () => {
    const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2028, month, 1))
    expect(months.map((startMs) => (periodEndOf('month', startMs) - startMs) / DAY_MS)).to.deep.equal([
      31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ])
    expect(months.every((startMs) => periodEndOf('day', startMs) - startMs === DAY_MS)).to.equal(true)
  })

  it('is part of the key with its budget', () => {
    const [budgetId, periodStartMs] = [fresh.id('bud'), at('2026-01-01')]
    const keys = [
      { budgetId, periodStartMs },
      { budgetId, periodStartMs: at('2026-01-02') },
      { budgetId: fresh.id('bud'), periodStartMs },
    ].map(budgetUseKey)
    expect(new Set(keys).size).to.equal(3)
    expect(budgetUseKey({ budgetId, periodStartMs })).to.equal(keys[0])
  })
})

describe('A budget', () => {
  const appId = fresh.id('app')
  const message = { appId, channel: 'sms', environment: 'test', currency: 'INR' } as const
  const counts = (scope: BudgetScope, currency = 'INR'): boolean =>
    countsTowards(aBudget({ scope, currency }), message)

  it('counts all that the Organization sends, or only its app, its channel, or both', () => {
    const scopes: readonly BudgetScope[] = [{}, { appId }, { channel: 'sms' }, { appId, channel: 'sms' }]
    expect(scopes.map((scope) => counts(scope))).to.deep.equal([true, true, true, true])
  })

  it('counts nothing of another app, channel or currency', () => {
    const other = fresh.id('app')
    const scopes: readonly BudgetScope[] = [
      { appId: other },
      { channel: 'email' },
      { appId, channel: 'email' },
      { appId: other, channel: 'sms' },
    ]
    expect(scopes.map((scope) => counts(scope))).to.deep.equal([false, false, false, false])
    expect(counts({}, 'USD')).to.equal(false)
  })
})
