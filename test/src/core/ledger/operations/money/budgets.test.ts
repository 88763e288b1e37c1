import { quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields, CONFLICT, NOT_FOUND, OTHER_BODY } from '../../../runner/use-cases/strange.js'

describe('Budgets of customers', () => {
  const office = useOffice()

  const wanted = (body: object = {}) => ({
    organizationId: office.at.organizationId,
    scope: {},
    period: 'month',
    currency: 'INR',
    limitMinor: 5_000,
    action: 'block',
    ...body,
  })
  const save = (body: object = {}) => office.at.done(office.at.owner, 'saveOrganizationBudget', wanted(body))
  const refused = (body: object = {}) =>
    office.at.refused(office.at.owner, 'saveOrganizationBudget', wanted(body))
  const list = async () =>
    (
      await office.at.done(office.at.owner, 'listOrganizationBudgets', {
        organizationId: office.at.organizationId,
      })
    ).budgets

  describe('Creating a budget', () => {
    it('counts what was already spent, and the list matches the response', async () => {
      const { organizationId, app, storage } = office.at
      const { appId } = app
      await acceptPaid(storage, { organizationId, appId })
      await acceptPaid(storage, { organizationId, appId, channel: 'email', to: 'asha@example.org' })
      const scope = { appId, channel: 'sms' }
      const { budget } = await save({ scope, alertPercents: [10, 90] })
      expect(budget).to.deep.equal({
        budgetId: budget.budgetId,
        organizationId,
        scope,
        period: 'month',
        currency: 'INR',
        limitMinor: 5_000,
        action: 'block',
        alertPercents: [10, 90],
        version: 1,
        usedMinor: 25,
        periodStart: '2026-01-01T00:00:00.000Z',
        periodEnd: '2026-02-01T00:00:00.000Z',
      })
      const { budget: second } = await save({ period: 'day', action: 'alert' })
      expect(second).to.include({ usedMinor: 50, periodEnd: '2026-01-16T00:00:00.000Z' })
      expect(second).to.deep.include({ scope: {}, alertPercents: [50, 80, 100] })
      expect(await list()).to.deep.equal([budget, second])
    })

    it('takes effect with the next send, and is hidden from others', async () => {
      const { storage, other } = office.at
      const before = await right(storage.catalog.epoch())
      await save()
      expect(await right(storage.catalog.epoch())).to.equal(before + 1)
      const { organizationId } = other
      expect(await office.at.done(other.owner, 'listOrganizationBudgets', { organizationId })).to.deep.equal({
        budgets: [],
        environment: 'test',
      })
    })

    it('is one logged act of the Organization, with its limit', async () => {
      const { owner, organizationId, app } = office.at
      const { appId } = app
      const { budget } = await save({ scope: { appId } })
      await save({ budgetId: budget.budgetId, version: 1, limitMinor: 7, action: 'alert', scope: { appId } })
      const acts = await office.at.acts()
      const common = {
        appId,
        environment: 'test',
        period: 'month',
        currency: 'INR',
        alertPercents: '50,80,100',
      }
      expect(acts.map(({ details }) => details)).to.deep.equal([
        { ...common, limitMinor: 5_000, action: 'block', version: 1 },
        {
          ...common,
          limitMinor: 7,
          action: 'alert',
          version: 2,
          limitMinorBefore: 5_000,
          actionBefore: 'block',
        },
      ])
      for (const act of acts)
        expect(act).to.deep.include({
          actor: { kind: 'user', id: owner.userId },
          action: 'saveOrganizationBudget',
          target: budget.budgetId,
          organizationId,
          outcome: 'done',
          reason: undefined,
          requestId: 'req-of-the-test',
          clientAddress: '192.0.2.1',
          atMs: NOW_MS,
        })
    })

    it('is done once for a requestId, and refuses another body with it', async () => {
      const requestId = 'budget-of-2026'
      const first = await save({ requestId })
      const epoch = await right(office.at.storage.catalog.epoch())
      expect(await save({ requestId })).to.deep.equal({ ...first, replayed: true })
      expect(await refused({ requestId, limitMinor: 1 })).to.deep.equal(OTHER_BODY)
      expect(brokenFields(await refused({ currency: 'XTS' }))).to.deep.equal(['/currency not_allowed'])
      expect(await right(office.at.storage.catalog.epoch())).to.equal(epoch)
      expect(await list()).to.deep.equal([first.budget])
      expect(await office.at.acts()).to.have.length(1)
      const next = await save({ requestId: 'budget-of-2027' })
      expect(next.budget.budgetId).not.to.equal(first.budget.budgetId)
    })

    it("returns the same refusal for another's app and an unknown one", async () => {
      for (const appId of [office.at.other.app.appId, fresh.id('app'), 'app_none', 'no-such-thing'])
        expect(await refused({ scope: { appId } }), appId).to.deep.equal(NOT_FOUND)
    })

    it('is limited to fifty', async () => {
      const { organizationId, storage } = office.at
      for (let count = 0; count < 50; count += 1) await save({ requestId: `budget-number-${count}` })
      expect(await refused()).to.deep.equal(quotaReached('budgets'))
      const { value } = await right(storage.budgets.list(organizationId, 'test', NOW_MS))
      expect(value).to.have.length(50)
    })

    it('needs the permission to manage money', async () => {
      for (const person of [await office.at.member('developer'), office.at.viewer])
        expect((await office.at.refused(person, 'saveOrganizationBudget', wanted()))._tag).to.equal(
          'PermissionDenied',
        )
      const { billing } = office.at
      expect(await office.at.done(billing, 'saveOrganizationBudget', wanted())).to.have.property('budget')
      for (const organizationId of [office.at.other.organizationId, fresh.id('org'), 'org_none'])
        expect(await refused({ organizationId })).to.deep.equal(NOT_FOUND)
    })

    it('reports every invalid field', async () => {
      const wrong: ReadonlyArray<readonly [object, readonly string[]]> = [
        [{ version: 1 }, ['/version not_allowed']],
        [{ budgetId: fresh.id('bud') }, ['/version required']],
        [{ alertPercents: [50, 50] }, ['/alertPercents format']],
        [{ version: 3, alertPercents: [9, 8] }, ['/version not_allowed', '/alertPercents format']],
        [{ limitMinor: -1 }, ['/limitMinor too_small']],
        [{ scope: { project: 'x' } }, ['/scope/project unknown']],
      ]
      for (const [body, problems] of wrong) {
        const refusal = await refused(body)
        const fields = 'fields' in refusal ? refusal.fields : []
        expect(
          fields.map(({ field, code }) => `${field} ${code}`),
          JSON.stringify(body),
        ).to.deep.equal(problems)
      }
    })
  })

  describe('Changing a budget', () => {
    it('replaces everything but its currency, and creates its next version', async () => {
      const { organizationId, app, storage } = office.at
      await acceptPaid(storage, { organizationId, appId: app.appId })
      const { budget } = await save()
      const { budgetId } = budget
      const change = { budgetId, version: 1, scope: { channel: 'email' }, period: 'day', limitMinor: 9 }
      const { budget: changed } = await save({ ...change, action: 'alert', alertPercents: [5] })
      expect(changed).to.deep.equal({
        ...budget,
        scope: { channel: 'email' },
        period: 'day',
        limitMinor: 9,
        action: 'alert',
        alertPercents: [5],
        version: 2,
        usedMinor: 0,
        periodStart: isoTime(Date.UTC(2026, 0, 15)),
        periodEnd: isoTime(Date.UTC(2026, 0, 16)),
      })
      expect(await list()).to.deep.equal([changed])
    })

    it('needs the present version, and refuses another currency', async () => {
      const { budget } = await save()
      const { budgetId } = budget
      await save({ budgetId, version: 1, limitMinor: 6_000 })
      for (const version of [1, 3]) expect(await refused({ budgetId, version })).to.deep.equal(CONFLICT)
      const other = await refused({ budgetId, version: 2, currency: 'EUR' })
      expect(other).to.deep.include({ _tag: 'InvalidRequest' })
      expect('fields' in other ? other.fields : []).to.have.nested.property('[0].field', '/currency')
    })

    it("returns the same refusal for another's budget and an unknown one", async () => {
      const { other } = office.at
      const { organizationId } = other
      const { budget } = await office.at.done(
        other.owner,
        'saveOrganizationBudget',
        wanted({ organizationId }),
      )
      for (const budgetId of [budget.budgetId, fresh.id('bud'), 'bud_none', 'no-such-thing'])
        expect(await refused({ budgetId, version: 1 }), budgetId).to.deep.equal(NOT_FOUND)
      const { budget: own } = await save()
      expect(
        await refused({ budgetId: own.budgetId, version: 1, scope: { appId: other.app.appId } }),
      ).to.deep.equal(NOT_FOUND)
    })
  })
})
