import type { Budget } from '@postrider/core/ledger/domain/budgets/budget'
import { fresh } from './fresh.js'

/** A blocking budget for a month of a whole Organization. */
export const aBudget = (overrides: Partial<Budget> = {}): Budget => ({
  budgetId: fresh.id('bud'),
  organizationId: fresh.id('org'),
  scope: {},
  period: 'month',
  environment: 'test',
  currency: 'INR',
  limitMinor: 1_000,
  action: 'block',
  alertPercents: [50, 80, 100],
  version: 1,
  ...overrides,
})
