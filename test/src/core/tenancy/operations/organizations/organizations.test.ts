import { expect } from 'chai'
import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid, credit } from '@postrider/conformance/storage/messaging/accepting'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aSendingFirm, spelled } from '../../../runner/use-cases/a-sending-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { CONFLICT, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

const reason = 'Fraud is suspected.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Organizations that super admins manage on ${engine}`, () => {
    const office = useOffice(open)

    it('are listed newest first, page by page, and found by name and status', async () => {
      const operator = await office.at.operator(['admin.organizations'])
      const { other, organizationId } = office.at
      const third = await office.at.suspended()
      const list = (body: object) => office.at.doneAbove(operator, 'listOrganizations', body)
      const first = await list({ limit: 2 })
      expect(first.organizations.map((one) => one.organizationId)).to.deep.equal([
        third.organizationId,
        other.organizationId,
      ])
      const second = await list({ limit: 2, cursor: first.nextCursor })
      expect(second.organizations[0]).to.include({ organizationId, displayName: 'Acme', status: 'active' })
      const found = await list({ text: 'ACME', status: 'suspended', limit: 1 })
      expect(found.organizations.map((one) => one.organizationId)).to.deep.equal([third.organizationId])
      const byId = await office.at.doneByAdminAgent(operator, 'listOrganizations', { text: organizationId })
      expect(byId.organizations).to.have.length(1)
    })

    it('show their money only to people who manage money', async () => {
      const { organizationId, storage } = office.at
      await credit(storage, { organizationId, environment: 'test', currency: 'INR' }, 700)
      await acceptPaid(storage, { organizationId })
      const seen = async (...permissions: readonly AdminPermission[]) =>
        (
          await office.at.doneAbove(await office.at.operator(permissions), 'getOrganization', {
            organizationId,
          })
        ).balances
      expect(await seen('admin.organizations', 'admin.billing')).to.deep.include({
        environment: 'test',
        currency: 'INR',
        availableMinor: 700,
        reservedMinor: 25,
        postedMinor: 725,
      })
      expect(await seen('admin.organizations')).to.equal(undefined)
    })

    it('show the names of their people to those who read the audit log', async () => {
      const { organizationId } = office.at
      const peopleFor = async (...permissions: readonly AdminPermission[]) => {
        const operator = await office.at.operator(permissions)
        return (await office.at.doneAbove(operator, 'getOrganization', { organizationId })).people
      }
      const people = await peopleFor('admin.organizations', 'admin.audit')
      expect(people?.length).to.be.above(0)
      for (const person of people ?? [])
        expect(Object.keys(person).sort()).to.deep.equal(['displayName', 'userId'])
      expect(await peopleFor('admin.organizations')).to.equal(undefined)
    })

    it('show the records below them, without their money', async () => {
      const operator = await office.at.operator(['admin.organizations'])
      const { organizationId, organization, brand, project, app } = office.at
      const shown = await office.at.doneAbove(operator, 'getOrganization', { organizationId })
      expect(shown.organization).to.deep.include({
        organizationId,
        createdAt: isoTime(organization.createdAtMs),
      })
      expect(shown.entitlements).to.deep.equal([
        { channel: 'sms', enabled: true, environment: 'production' },
        { channel: 'whatsapp', enabled: false, environment: 'production' },
        { channel: 'email', enabled: true, environment: 'production' },
        ...CHANNEL_NAMES.map((channel) => ({ channel, enabled: true, environment: 'test' })),
      ])
      expect(shown.members).to.equal(4)
      expect(shown.brands.map(({ brandId }) => brandId)).to.deep.equal([brand.brandId])
      expect(shown.projects.map(({ projectId }) => projectId)).to.deep.equal([project.projectId])
      expect(shown.apps.map(({ appId }) => appId)).to.deep.equal([app.appId])
      expect(shown.configurations).to.have.length(1)
      expect(shown.configurations[0]).to.deep.include({
        channel: 'sms',
        sender: { channel: 'sms', header: 'ASHAST' },
        legacySenderId: 'ASHALEGACY',
        version: 1,
      })
    })

    it('are suspended and resumed with reason and version, and their messages are checked again', async () => {
      const operator = await office.at.operator(['admin.organizations'])
      const { organizationId, storage, app, time, acts } = office.at
      const { message } = await acceptPaid(storage, {
        organizationId,
        appId: app.appId,
        acceptedAtMs: NOW_MS + 60_000,
      })
      await time.advance(1_000)
      const change = { organizationId, version: 1, reason }
      const suspended = await office.at.doneAbove(operator, 'suspendOrganization', change)
      expect(suspended.organization).to.include({ status: 'suspended', version: 2 })
      const due = await right(storage.outbox.takeDue(message.lane, 100, NOW_MS + 1_000, NOW_MS + 1_000_000))
      expect(due.map(({ messageId }) => messageId)).to.include(message.messageId)
      const back = await office.at.doneByAdminAgent(operator, 'reactivateOrganization', {
        ...change,
        version: 2,
      })
      expect(back.organization).to.include({ status: 'active', version: 3 })
      const events = (await acts()).slice(-2)
      expect(
        events.map(({ action, target, reason: why, details }) => ({ action, target, why, details })),
      ).to.deep.equal([
        {
          action: 'suspendOrganization',
          target: organizationId,
          why: reason,
          details: { status: 'suspended', version: 2 },
        },
        {
          action: 'reactivateOrganization',
          target: organizationId,
          why: reason,
          details: { status: 'active', version: 3 },
        },
      ])
      expect(events.map(({ actor }) => actor.kind)).to.deep.equal(['operator', 'agent'])
    })

    it('are refused the very next send in another process, and allowed to send again', async () => {
      const operator = await office.at.operator(['admin.organizations'])
      const { send, organization, close } = await aSendingFirm(office.at)
      const { organizationId } = organization
      try {
        expect(spelled(await send())).to.equal('accepted')
        await office.at.doneAbove(operator, 'suspendOrganization', { organizationId, version: 1, reason })
        expect(spelled(await send())).to.equal('OrganizationSuspended')
        await office.at.doneAbove(operator, 'reactivateOrganization', { organizationId, version: 2, reason })
        expect(spelled(await send())).to.equal('accepted')
      } finally {
        await close()
      }
    })

    it('can use exactly the opened channels in production, from the next send on', async () => {
      const operator = await office.at.operator(['admin.organizations'])
      const sending = await aSendingFirm(office.at, {
        app: { environment: 'production' },
        providerAccount: { kind: 'smtp' },
      })
      const { send, close } = sending
      const { organizationId } = sending.organization
      const set = (enabled: boolean, version: number) =>
        office.at.doneAbove(operator, 'setOrganizationEntitlement', {
          organizationId,
          channel: 'sms',
          enabled,
          version,
          reason,
        })
      try {
        expect(spelled(await send())).to.equal('accepted')
        const closed = await set(false, 1)
        expect(closed.organization.version).to.equal(2)
        expect(closed.environment).to.equal('production')
        expect(closed.entitlements).to.deep.include({
          channel: 'sms',
          enabled: false,
          environment: 'production',
        })
        expect(spelled(await send())).to.equal('ChannelNotActive')
        await set(true, 2)
        expect(spelled(await send())).to.equal('accepted')
      } finally {
        await close()
      }
    })
  })

describe('A refused call about Organizations', () => {
  const office = useOffice()

  it('has an unknown id of any form', async () => {
    const operator = await office.at.operator()
    for (const organizationId of strangeIds(office.at, 'org')) {
      const version = 1
      const bodies = {
        getOrganization: { organizationId },
        suspendOrganization: { organizationId, version, reason },
        reactivateOrganization: { organizationId, version, reason },
        setOrganizationEntitlement: { organizationId, channel: 'sms', enabled: true, version, reason },
      } as const
      for (const name of Object.keys(bodies) as Array<keyof typeof bodies>)
        expect(await office.at.refusedAbove(operator, name, bodies[name]), name).to.deep.equal(NOT_FOUND)
    }
  })

  it('has a stale version, or an unchanged state', async () => {
    const operator = await office.at.operator()
    const { organizationId } = office.at
    const refused = (name: 'suspendOrganization' | 'reactivateOrganization', version: number) =>
      office.at.refusedAbove(operator, name, { organizationId, version, reason })
    for (const version of [2, 7])
      expect(await refused('suspendOrganization', version)).to.deep.equal(CONFLICT)
    expect(await refused('reactivateOrganization', 1)).to.deep.equal(CONFLICT)
    const entitle = (change: object) =>
      office.at.refusedAbove(operator, 'setOrganizationEntitlement', {
        organizationId,
        channel: 'sms',
        enabled: false,
        version: 1,
        reason,
        ...change,
      })
    expect(await entitle({ version: 2 })).to.deep.equal(CONFLICT)
    expect(await entitle({ enabled: true })).to.deep.equal(CONFLICT)
  })

  it('is one of two changes to one version at once', async () => {
    const operator = await office.at.operator()
    const { organizationId } = office.at
    const body = (channel: string, enabled: boolean) => ({
      organizationId,
      channel,
      enabled,
      version: 1,
      reason,
    })
    const answers = await Promise.all([
      office.at.askAbove(operator, 'setOrganizationEntitlement', body('whatsapp', false)),
      office.at.askAbove(operator, 'setOrganizationEntitlement', body('sms', false)),
    ])
    expect(answers.map(spelled).sort()).to.deep.equal(['Conflict', 'accepted'])
  })

  it('is any call, after the permission was removed', async () => {
    const operator = await office.at.operator(['admin.organizations'])
    const { organizationId } = office.at
    const { userId } = operator.facts.user
    await exclusively(office.at, async (unit) => {
      const admin = await unit.superAdmins.lock(userId)
      if (admin !== undefined) unit.superAdmins.replace({ ...admin, permissions: ['admin.audit'] })
    })
    for (const name of ['listOrganizations', 'getOrganization', 'suspendOrganization'] as const) {
      const body = name === 'listOrganizations' ? { limit: 1 } : { organizationId }
      const change = name === 'suspendOrganization' ? { version: 1, reason } : {}
      const refused = await office.at.refusedAbove(operator, name, { ...body, ...change })
      expect(refused, name).to.have.property('_tag', 'PermissionDenied')
    }
  })
})
