import { expect } from 'chai'
import { actsIn } from '../../../../builders/acts-in.js'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { pipe, TE } from '@postrider/core/fp'
import type { BudgetRequest } from '@postrider/core/ledger/use-cases/budgets/budget-request'
import { listBudgets } from '@postrider/core/ledger/use-cases/budgets/list-budgets'
import type { BudgetCount } from '@postrider/core/ledger/ports/budget-storage'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { aWorld } from '../../../fakes/world.js'
import { saveBudget } from '../../../../builders/save-budget.js'

const someBudgets = () => {
  const world = aWorld()
  const { organizationId } = world.tenant.organization
  const request = (given: Partial<BudgetRequest> = {}): BudgetRequest => ({
    actor: { kind: 'operator', id: 'usr_asha' },
    organizationId,
    scope: {},
    period: 'day',
    currency: 'INR',
    limitMinor: 5_000,
    action: 'block',
    ...given,
  })
  const save = (given?: Partial<BudgetRequest>) => saveBudget(world.ports)(request(given))
  const list = () =>
    pipe(
      listBudgets(world.ports)(organizationId, 'test', world.time.clock.nowMs()),
      TE.map(({ value }) => value),
    )
  const { memory, ...rest } = world
  return { ...rest, ...memory, organizationId, save, list }
}

const spell = async (effect: Parameters<typeof left>[0]): Promise<string> => {
  const refused = await left(effect)
  const fields = 'fields' in refused ? (refused.fields as ReadonlyArray<{ field: string; code: string }>) : []
  return [refused._tag, ...fields.map(({ field, code }) => `${field} ${code}`)].join(' ')
}

describe('A new budget', () => {
  it('has version 1 and the usual percentages, and shows the use of its period', async () => {
    const { save, list, organizationId } = someBudgets()
    const saved = await right(save({ period: 'month' }))
    expect(saved).to.deep.equal({
      budgetId: saved.budgetId,
      organizationId,
      scope: {},
      period: 'month',
      environment: 'test',
      currency: 'INR',
      limitMinor: 5_000,
      action: 'block',
      alertPercents: [50, 80, 100],
      version: 1,
      usedMinor: 0,
      firstRefusedAtMs: undefined,
      periodStartMs: Date.UTC(2026, 0, 1),
      periodEndMs: Date.UTC(2026, 1, 1),
    })
    expect(saved.budgetId).to.match(/^bud_/)
    expect(await right(list())).to.deep.equal([saved])
  })

  it('advances the epoch and is logged', async () => {
    const { save, tables, tenant, organizationId } = someBudgets()
    const before = tables.epoch
    const { appId } = tenant.app
    const { budgetId } = await right(save({ scope: { appId, channel: 'sms' }, alertPercents: [] }))
    expect(tables.epoch).to.equal(before + 1)
    const [event] = actsIn(tables.audit)
    expect(event).to.deep.equal({
      auditId: event?.auditId,
      actor: { kind: 'operator', id: 'usr_asha' },
      action: 'budget.save',
      target: budgetId,
      organizationId,
      reason: undefined,
      atMs: NOW_MS,
      details: {
        environment: 'test',
        appId,
        channel: 'sms',
        period: 'day',
        currency: 'INR',
        limitMinor: 5_000,
        action: 'block',
        alertPercents: '',
        version: 1,
      },
    })
  })

  it('accepts limits from zero to the largest amount, and up to ten percentages', async () => {
    const { save } = someBudgets()
    for (const limitMinor of [0, Number.MAX_SAFE_INTEGER])
      expect(await right(save({ limitMinor }))).to.include({ limitMinor })
    const alertPercents = [1, 10, 20, 30, 40, 50, 60, 70, 80, 100]
    expect(await right(save({ alertPercents }))).to.deep.include({ alertPercents })
  })

  it('is refused with every invalid field', async () => {
    const { save, tables } = someBudgets()
    const broken: ReadonlyArray<readonly [Partial<BudgetRequest>, string]> = [
      [{ currency: 'inr' }, '/currency format'],
      [{ currency: 'INRR' }, '/currency format'],
      [{ limitMinor: -1 }, '/limitMinor not_allowed'],
      [{ limitMinor: 0.5 }, '/limitMinor not_allowed'],
      [{ limitMinor: 2 ** 53 }, '/limitMinor not_allowed'],
      [{ alertPercents: [0, 101] }, '/alertPercents/0 not_allowed /alertPercents/1 not_allowed'],
      [{ alertPercents: [50.5] }, '/alertPercents/0 not_allowed'],
      [{ alertPercents: [50, 50] }, '/alertPercents format'],
      [{ alertPercents: [80, 50] }, '/alertPercents format'],
      [{ alertPercents: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, '/alertPercents too_many'],
      [{ version: 1 }, '/version not_allowed'],
      [{ currency: '', limitMinor: NaN }, '/currency format /limitMinor not_allowed'],
    ]
    for (const [given, fields] of broken)
      expect(await spell(save(given))).to.equal(`InvalidRequest ${fields}`)
    expect(tables.audit).to.deep.equal([])
  })

  it('needs an Organization and an app of it, with one refusal for unknown ones and those of others', async () => {
    const { save, save: _, tables, ports, ...rest } = someBudgets()
    const stranger = aTenant()
    await right(ports.storage.catalog.save(recordsOf(stranger)))
    expect(await spell(save({ organizationId: fresh.id('org') }))).to.equal('NotFound')
    expect(await spell(save({ scope: { appId: fresh.id('app') } }))).to.equal('NotFound')
    expect(await spell(save({ scope: { appId: stranger.app.appId } }))).to.equal('NotFound')
    expect(await right(rest.list())).to.deep.equal([])
    expect(tables.audit).to.deep.equal([])
  })

  it('is at most the fiftieth of its Organization, and others can still be changed', async () => {
    const { save } = someBudgets()
    const [first] = await Promise.all(Array.from({ length: 50 }, () => right(save())))
    expect(await spell(save())).to.equal('Conflict')
    expect(await right(save({ budgetId: first?.budgetId, version: 1 }))).to.include({ version: 2 })
  })
})

describe('Changing a budget', () => {
  it('needs the present version, and increments it', async () => {
    const { save, list, tables } = someBudgets()
    const { budgetId } = await right(save())
    expect(await spell(save({ budgetId }))).to.equal('InvalidRequest /version required')
    const changed = await right(
      save({ budgetId, version: 1, limitMinor: 7, action: 'alert', period: 'month' }),
    )
    expect(changed).to.include({ budgetId, version: 2, limitMinor: 7, action: 'alert', period: 'month' })
    expect(await right(list())).to.deep.equal([changed])
    expect(tables.audit.at(-1)?.details).to.include({
      limitMinor: 7,
      limitMinorBefore: 5_000,
      action: 'alert',
      actionBefore: 'block',
      version: 2,
    })
    expect(await spell(save({ budgetId, version: 1 }))).to.equal('Conflict')
    expect(await spell(save({ budgetId, version: 3 }))).to.equal('Conflict')
    expect(tables.audit).to.have.length(2)
  })

  it('starts over if the day ends meanwhile: the use belongs to the period in which it takes effect', async () => {
    const { ports, time, organizationId, tables } = someBudgets()
    const { budgets, units } = ports.storage
    const given: Array<BudgetCount | undefined> = []
    // First there is too much left to count, and counting it takes a day.
    const slow: typeof budgets = {
      ...budgets,
      count: (budget, nowMs, counted) => async () => {
        await time.advance(DAY_MS)
        return budgets.count(budget, nowMs, counted)()
      },
    }
    const behind: typeof units = {
      ...units,
      transact: (hold, work) =>
        units.transact(hold, (unit) => {
          const save: typeof unit.budgets.save = async (...args) => {
            given.push(args[3])
            return given.length === 1 ? { _tag: 'Behind', counted: undefined } : unit.budgets.save(...args)
          }
          return work({ ...unit, budgets: { ...unit.budgets, save } })
        }),
    }
    const needs = { ...ports, storage: { ...ports.storage, budgets: slow, units: behind } }
    const wanted = { scope: {}, period: 'day', currency: 'INR', limitMinor: 7, action: 'block' } as const
    const actor = { kind: 'operator', id: 'usr_asha' } as const
    const saved = await right(saveBudget(needs)({ ...wanted, actor, organizationId }))
    expect(saved).to.include({ version: 1, periodStartMs: Date.UTC(2026, 0, 16) })
    expect([...tables.budgetUses.values()].map(({ periodStartMs }) => periodStartMs)).to.deep.equal([
      Date.UTC(2026, 0, 16),
    ])
    expect(given, 'what was counted of a day says nothing of the next').to.deep.equal([undefined, undefined])
    expect(tables.audit.map(({ atMs }) => atMs)).to.deep.equal([NOW_MS + DAY_MS])
  })

  it('keeps its currency and its Organization', async () => {
    const { save, ports } = someBudgets()
    const { budgetId } = await right(save())
    expect(await spell(save({ budgetId, version: 1, currency: 'USD' }))).to.equal(
      'InvalidRequest /currency mismatch',
    )
    const stranger = aTenant()
    await right(ports.storage.catalog.save(recordsOf(stranger)))
    const { organizationId } = stranger.organization
    expect(await spell(save({ budgetId, version: 1, organizationId }))).to.equal('NotFound')
    expect(await spell(save({ budgetId: fresh.id('bud'), version: 1 }))).to.equal('NotFound')
  })

  it('reports that storage is unavailable', async () => {
    const { save, faults } = someBudgets()
    faults.plan('transact', 'away')
    expect(await spell(save())).to.equal('StorageUnavailable')
    faults.plan('transact', 'answer lost')
    expect(await spell(save())).to.equal('CommitUnknown')
  })
})

describe('Listing budgets', () => {
  it('shows the use of the present period', async () => {
    const { save, list, time, tables } = someBudgets()
    const { budgetId, periodStartMs } = await right(save())
    tables.budgetUses.set(`${budgetId}/${periodStartMs}`, {
      budgetId,
      periodStartMs,
      usedMinor: 40,
      alertedPercent: 0,
      firstRefusedAtMs: undefined,
    })
    const [today] = await right(list())
    expect(today).to.include({
      usedMinor: 40,
      periodStartMs: Date.UTC(2026, 0, 15),
      periodEndMs: Date.UTC(2026, 0, 16),
    })
    await time.advance(86_400_000)
    expect((await right(list()))[0]).to.include({ usedMinor: 0, periodStartMs: Date.UTC(2026, 0, 16) })
  })
})
