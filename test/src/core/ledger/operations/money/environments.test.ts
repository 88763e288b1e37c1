import { expect } from 'chai'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import type { OperationName } from '@postrider/core/assembly/registry'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Environment, Organization } from '@postrider/core/tenancy/domain/records'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { credit } from '@postrider/conformance/storage/messaging/accepting'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { aSendingFirm, spelled } from '../../../runner/use-cases/a-sending-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { aCredit, decidedBy } from '../../../approvals/operations/approval-calls.js'

const reason = 'It was agreed by mail.'
/** Returns the problems, field by field. */
const fieldsOf = (refused: Refusal | Outage): readonly string[] =>
  'fields' in refused ? refused.fields.map(({ field, code }) => `${field} ${code}`) : [refused._tag]

const ENVIRONMENTS: readonly Environment[] = ['test', 'production']

describe('The channels of an Organization in an environment', () => {
  const office = useOffice()

  const foundedIn = async (environment: Environment): Promise<Organization> => {
    const names = { displayName: 'Bo', legalName: 'Bo Ltd', brandName: 'Bo', projectName: 'Shop' }
    const { organization } = await office.at.done(office.at.owner, 'createOrganization', {
      ...names,
      environment,
    })
    const id = organization.organizationId as Organization['organizationId']
    const found = await sharing(office.at, (unit) => unit.organizations.lock(id))
    if (found === undefined) throw new Error('it was not made')
    return found
  }

  it('are all open in test and all closed in production until a super admin opens them, wherever the Organization started', async () => {
    const operator = await office.at.operator(['admin.organizations'])
    for (const environment of ENVIRONMENTS) {
      const { entitledChannels, closedTestChannels, organizationId } = await foundedIn(environment)
      const shown = await office.at.doneAbove(operator, 'getOrganization', { organizationId })
      expect(shown.entitlements).to.deep.equal([
        ...CHANNEL_NAMES.map((channel) => ({ channel, enabled: false, environment: 'production' })),
        ...CHANNEL_NAMES.map((channel) => ({ channel, enabled: true, environment: 'test' })),
      ])
      const sending = await aSendingFirm(office.at, {
        organization: { entitledChannels, closedTestChannels },
        app: { environment: 'production' },
        providerAccount: { kind: 'smtp' },
      })
      try {
        expect(spelled(await sending.send()), environment).to.equal('ChannelNotActive')
        await office.at.doneAbove(operator, 'setOrganizationEntitlement', {
          organizationId: sending.organization.organizationId,
          channel: 'sms',
          enabled: true,
          version: 1,
          reason,
        })
        expect(spelled(await sending.send()), environment).to.equal('accepted')
      } finally {
        await sending.close()
      }
    }
  })

  it('are switched separately in each environment, from the next send on', async () => {
    const operator = await office.at.operator(['admin.organizations'])
    const sending = await aSendingFirm(office.at)
    const { organizationId } = sending.organization
    let version = 1
    const set = async (environment: Environment, enabled: boolean) => {
      const body = { organizationId, channel: 'sms', environment, enabled, version, reason }
      const done = await office.at.doneAbove(operator, 'setOrganizationEntitlement', body)
      version = done.organization.version
      expect(done.environment).to.equal(environment)
      return done.entitlements
    }
    try {
      expect(spelled(await sending.send())).to.equal('accepted')
      await set('production', false)
      expect(spelled(await sending.send())).to.equal('accepted')
      const closed = await set('test', false)
      expect(closed).to.deep.include({ channel: 'sms', enabled: false, environment: 'test' })
      expect(spelled(await sending.send())).to.equal('ChannelNotActive')
      await set('production', true)
      expect(spelled(await sending.send())).to.equal('ChannelNotActive')
      await set('test', true)
      expect(spelled(await sending.send())).to.equal('accepted')
    } finally {
      await sending.close()
    }
  })
})

describe('Money of both environments', () => {
  const office = useOffice()

  /** Gives the Organization, which has a Project in test, another one in production. */
  const haveBoth = () =>
    office.at.write((unit) =>
      unit.projects.add({ ...office.at.project, projectId: fresh.id('prj'), environment: 'production' }),
    )

  it('is separate: an empty test account is empty, even with money in production', async () => {
    const sending = await aSendingFirm(office.at, {}, 0)
    const { organizationId } = sending.organization
    const production = { organizationId, environment: 'production' as const, currency: 'INR' }
    const before = await credit(office.at.storage, production, 1_000)
    try {
      expect(spelled(await sending.send())).to.equal('InsufficientBalance')
      await credit(office.at.storage, sending.accountKey, sending.price.unitAmountMinor)
      expect(spelled(await sending.send())).to.equal('accepted')
      expect(spelled(await sending.send())).to.equal('InsufficientBalance')
      expect((await right(office.at.storage.ledger.status(production))).account).to.deep.equal(before)
    } finally {
      await sending.close()
    }
  })

  it('needs a named environment if the Organization has Projects in both', async () => {
    await haveBoth()
    const { organizationId, owner } = office.at
    const operator = await office.at.operator()
    const about = { organizationId, currency: 'INR' }
    const budget = { ...about, scope: {}, period: 'day', limitMinor: 5, action: 'block' }
    const range = { from: Date.UTC(2026, 0, 1), to: NOW_MS }
    const requests: ReadonlyArray<readonly [OperationName, object]> = [
      ['getCustomerBalance', about],
      ['listCustomerBillingActivity', { ...about, ...range }],
      ['listOrganizationBudgets', { organizationId }],
      ['saveOrganizationBudget', budget],
    ]
    const above: ReadonlyArray<readonly [OperationName, object]> = [
      ['proposeBalanceCredit', aCredit(organizationId)],
      ['proposeBalanceAdjustment', aCredit(organizationId)],
      ['setOrganizationEntitlement', { organizationId, channel: 'sms', enabled: false, version: 1, reason }],
      ['restoreAccountFigures', { ...about, version: 1, reason }],
    ]
    const problems = [
      ...(await Promise.all(requests.map(([name, body]) => office.at.refused(owner, name, body)))),
      ...(await Promise.all(above.map(([name, body]) => office.at.refusedAbove(operator, name, body)))),
    ].map(fieldsOf)
    expect(problems).to.deep.equal(problems.map(() => ['/environment required']))
  })

  it('is credited, read and limited only in the named environment', async () => {
    await haveBoth()
    const { organizationId, owner } = office.at
    const two = [await office.at.operator(), await office.at.operator()] as const
    const environment = 'production'
    const proposed = await decidedBy(
      office.at,
      two,
      'proposeBalanceCredit',
      aCredit(organizationId, { environment }),
    )
    expect(proposed.money).to.deep.equal({ currency: 'INR', environment, amountMinor: 50_000 })
    const { approvals } = await office.at.doneAbove(two[0], 'listApprovals', { status: 'approved' })
    expect(approvals.map(({ money }) => money?.environment)).to.deep.equal([environment])
    const about = { organizationId, currency: 'INR' }
    const scope = { appId: office.at.app.appId }
    const terms = { ...about, scope: {}, period: 'day', limitMinor: 5, action: 'block' }
    const saved = await office.at.done(owner, 'saveOrganizationBudget', { ...terms, environment })
    expect(saved.environment).to.equal(environment)
    const range = { from: Date.UTC(2026, 0, 1), to: NOW_MS + 1 }
    const read = async (of: Environment) => {
      const balance = await office.at.done(owner, 'getCustomerBalance', { ...about, environment: of })
      const budgets = await office.at.done(owner, 'listOrganizationBudgets', {
        organizationId,
        environment: of,
      })
      const activity = await office.at.done(owner, 'listCustomerBillingActivity', {
        ...about,
        ...range,
        environment: of,
      })
      expect([balance, budgets, activity].map((one) => one.environment)).to.deep.equal([of, of, of])
      return [balance.availableMinor, budgets.budgets.length, activity.entries.length]
    }
    expect(await read('production')).to.deep.equal([50_000, 1, 1])
    expect(await read('test')).to.deep.equal([0, 0, 0])

    const change = { ...terms, budgetId: saved.budget.budgetId, version: 1, environment: 'test' }
    for (const [body, problem] of [
      [change, '/environment mismatch'],
      [{ ...terms, scope, environment }, '/scope/appId mismatch'],
    ] as const) {
      expect(fieldsOf(await office.at.refused(owner, 'saveOrganizationBudget', body))).to.deep.equal([
        problem,
      ])
    }
  })

  it('is compared with its ledger for one environment, or for all', async () => {
    const { organizationId } = office.at
    const operator = await office.at.operator()
    for (const environment of ENVIRONMENTS)
      await credit(office.at.storage, { organizationId, environment, currency: 'INR' }, 5)
    const compared = async (more: object) =>
      (
        await office.at.doneAbove(operator, 'runReconciliation', { organizationId, reason, ...more })
      ).accounts.map(({ environment, currency, status }) => `${environment} ${currency} ${status}`)
    expect(await compared({})).to.deep.equal(['production INR reconciled', 'test INR reconciled'])
    expect(await compared({ environment: 'production' })).to.deep.equal(['production INR reconciled'])
    expect(await compared({ environment: 'test' })).to.deep.equal(['test INR reconciled'])
  })
})
