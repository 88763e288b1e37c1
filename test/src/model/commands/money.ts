import fc from 'fast-check'
import { listBudgets } from '@postrider/core/ledger/use-cases/budgets/list-budgets'
import { creditAccount } from '../../builders/credit-account.js'
import { right } from '@postrider/conformance/outcome'
import { compareBudget } from '../compare.js'
import type { ModelBudget } from '../model.js'
import { CURRENCY } from '../run.js'
import { command, type Command } from './command.js'
import { saveBudget } from '../../builders/save-budget.js'

export const OPERATOR = { kind: 'operator', id: 'asha' } as const

export const creditOf = (amountMinor: number): Command =>
  command(`credit ${amountMinor}`, async (model, { platform, organizationId }) => {
    const key = { organizationId, environment: 'test' as const, currency: CURRENCY }
    await right(creditAccount(platform.ports)(key, amountMinor))
    model.creditsMinor.push(amountMinor)
  })

const budgetOf = (budget: ModelBudget): Command =>
  command(`budget ${JSON.stringify(budget)}`, async (model, run) => {
    const { ports } = run.platform
    const listed = await right(listBudgets(ports)(run.organizationId, 'test', ports.clock.nowMs()))
    const [before] = listed.value
    const { limitMinor, period, channel } = budget
    await right(
      saveBudget(ports)({
        actor: OPERATOR,
        organizationId: run.organizationId,
        scope: channel === undefined ? {} : { channel },
        period,
        currency: CURRENCY,
        limitMinor,
        action: 'block',
        ...(before === undefined ? {} : { budgetId: before.budgetId, version: before.version }),
      }),
    )
    model.budget = budget
    await compareBudget(model, run)
  })

/** The price of one or two messages, or a unit less, so that limits are met exactly. */
const exactly = fc.constantFrom(24, 25, 39, 40, 49, 50, 65, 75, 79, 80)

/** Mostly a small amount, so that money runs out. Sometimes enough for a while. */
export const credits = fc
  .oneof(
    { weight: 3, arbitrary: exactly },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 400 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 3_000 }) },
  )
  .map(creditOf)

export const budgets = fc
  .record<ModelBudget>({
    limitMinor: fc.oneof(exactly, fc.integer({ min: 0, max: 600 })),
    period: fc.constantFrom('day', 'month'),
    channel: fc.constantFrom(undefined, 'sms', 'whatsapp'),
  })
  .map(budgetOf)
