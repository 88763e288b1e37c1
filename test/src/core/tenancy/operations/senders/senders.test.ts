import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../../assembly/an-office.js'
import { aSendingFirm, spelled } from '../../../runner/use-cases/a-sending-firm.js'
import { brokenFields, CONFLICT, NOT_FOUND } from '../../../runner/use-cases/strange.js'

const reason = 'The carrier approved it.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Senders of an app on ${engine}`, () => {
    const office = useOffice(open)

    const configured = async () => {
      const { organizationId, app, storage } = office.at
      const account = aProviderAccount()
      await right(storage.catalog.save({ providerAccounts: [account] }))
      const operator = await office.at.operator(['admin.providers', 'admin.organizations'])
      const place = { organizationId, appId: app.appId, channel: 'sms', reason }
      const { configuration } = await office.at.doneAbove(operator, 'setAppServiceConfiguration', {
        ...place,
        sender: { header: 'ACMEIN' },
        providerAccountIds: [account.providerAccountId],
        version: 1,
      })
      return { operator, place, configuration, providerAccountIds: [account.providerAccountId] }
    }

    it('are added, changed and removed, with the audit log and the version of the configuration', async () => {
      const { operator, place, providerAccountIds } = await configured()
      const save = (body: object) => office.at.doneAbove(operator, 'saveAppSender', { ...place, ...body })
      const added = await save({
        version: 2,
        sender: { header: 'My Shop' },
        countries: ['GB', 'DE', 'GB'],
        classes: ['promotional'],
        weight: 3,
      })
      expect(added.configuration.senders.map(({ value, kind }) => [value, kind])).to.deep.equal([
        ['ACMEIN', 'alphanumeric'],
        ['My Shop', 'alphanumeric'],
      ])
      expect(added.configuration.senders[1]).to.deep.include({
        countries: ['GB', 'DE'],
        classes: ['promotional'],
        weight: 3,
        status: 'active',
      })
      const paused = await save({
        version: 3,
        sender: { header: 'My Shop' },
        countries: null,
        status: 'paused',
      })
      expect(paused.configuration.senders[1]).to.deep.include({
        countries: null,
        classes: ['promotional'],
        weight: 3,
        status: 'paused',
      })
      expect((await office.at.acts()).at(-1)).to.deep.include({
        action: 'saveAppSender',
        reason,
        details: {
          channel: 'sms',
          sender: 'My Shop',
          kind: 'alphanumeric',
          status: 'paused',
          weight: 3,
          countries: '*',
          classes: 'promotional',
          version: 4,
        },
      })
      const first = await office.at.doneAbove(operator, 'setAppServiceConfiguration', {
        ...place,
        sender: { header: 'ACMEGB' },
        providerAccountIds,
        version: 4,
      })
      expect(first.configuration.senders.map(({ value }) => value)).to.deep.equal(['ACMEGB', 'My Shop'])
      const removed = await office.at.doneAbove(operator, 'removeAppSender', {
        ...place,
        value: 'ACMEGB',
        version: 5,
      })
      expect(removed.configuration.senders.map(({ value }) => value)).to.deep.equal(['My Shop'])
    })

    it('have registrations, which super admins and the Organization read', async () => {
      const { operator, place } = await configured()
      const registration = {
        regulation: 'sg_ssir',
        status: 'approved',
        registrationId: 'SSIR-17',
        evidence: 'Email of SGNIC',
        decidedOn: '2026-11-01',
      }
      const record = { ...place, value: 'ACMEIN', version: 2, ...registration }
      await office.at.doneAbove(operator, 'recordSenderRegistration', record)
      const { organizationId, app, owner } = office.at
      const shown = {
        ...registration,
        country: 'SG',
        isInForce: true,
        recordedAt: new Date(office.at.clock.nowMs()).toISOString(),
      }
      const { registrations } = await office.at.doneAbove(operator, 'listSenderRegistrations', {
        organizationId,
      })
      expect(registrations).to.deep.equal([
        { appId: app.appId, channel: 'sms', value: 'ACMEIN', registration: shown },
      ])
      const mine = await office.at.doneAtWebsite(owner, 'listAppSenders', {
        organizationId,
        appId: app.appId,
      })
      expect(mine.channels).to.have.length(1)
      expect(mine.channels[0]?.senders[0]).to.deep.include({ value: 'ACMEIN', registrations: [shown] })
      const replaced = await office.at.doneAbove(operator, 'recordSenderRegistration', {
        ...record,
        version: 3,
        status: 'withdrawn',
      })
      expect(
        replaced.configuration.senders[0]?.registrations.map(({ status, isInForce }) => [status, isInForce]),
      ).to.deep.equal([['withdrawn', false]])
    })

    it('are refused by a rule from the next send on, and allowed again when it is reset', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const { send, close } = await aSendingFirm(office.at, {
        app: { environment: 'production' },
        providerAccount: { kind: 'smtp' },
      })
      try {
        expect(spelled(await send())).to.equal('accepted')
        const rule = { country: 'IN', kind: 'alphanumeric', reason }
        const { rules } = await office.at.doneAbove(operator, 'setSenderRule', {
          ...rule,
          verdict: 'refused',
        })
        expect(rules).to.have.length(1)
        expect(rules[0]).to.deep.include({ country: 'IN', verdict: 'refused', isOverride: true })
        const refused = await send()
        expect(spelled(refused)).to.equal('SenderUnavailable')
        expect(E.isLeft(refused) && 'message' in refused.left && refused.left.message).to.contain('IN')
        const listed = await office.at.doneAbove(operator, 'listSenderRules', {})
        expect(listed.rules.map(({ country }) => country)).to.include.members(['IN', 'US', 'AU', 'SG'])
        expect(listed.rules.find(({ country }) => country === 'AU')).to.deep.include({
          kind: 'alphanumeric',
          verdict: 'registration',
          regulation: 'au_sender_register',
          isOverride: false,
          since: '2026-06-30T14:00:00.000Z',
        })
        await office.at.doneAbove(operator, 'resetSenderRule', rule)
        expect(spelled(await send())).to.equal('accepted')
      } finally {
        await close()
      }
    })
  })

describe('A refused change of senders', () => {
  const office = useOffice()

  it('names parts, kinds, countries and registrations that do not fit', async () => {
    const { organizationId, app, storage } = office.at
    const account = aProviderAccount({ channels: ['sms', 'email'] })
    await right(storage.catalog.save({ providerAccounts: [account] }))
    const operator = await office.at.operator(['admin.providers'])
    const place = { organizationId, appId: app.appId, channel: 'sms', reason }
    const providerAccountIds = [account.providerAccountId]
    const set = (body: object) =>
      office.at.doneAbove(operator, 'setAppServiceConfiguration', { ...place, providerAccountIds, ...body })
    const refused = async (operation: 'saveAppSender' | 'recordSenderRegistration', body: object) =>
      office.at.refusedAbove(operator, operation, { ...place, version: 2, ...body })
    const elsewhere = { channel: 'whatsapp', sender: { phoneNumberId: '100000000000001' } }
    expect(await refused('saveAppSender', elsewhere)).to.deep.equal(NOT_FOUND)
    await set({ sender: { header: '56789' }, version: 1 })
    await set({ channel: 'email', sender: { from: 'orders@acme.example' } })
    const broken = async (body: object) => brokenFields(await refused('saveAppSender', body))
    expect(await broken({ sender: { header: '12' } })).to.deep.equal(['/sender/header format'])
    expect(await broken({ sender: { header: 'A_B' } })).to.deep.equal(['/sender/header format'])
    expect(await broken({ sender: { header: 'ACME' }, kind: 'short_code' })).to.deep.equal([
      '/kind not_allowed',
    ])
    expect(await broken({ sender: { header: 'ACME' }, kind: 'email' })).to.deep.equal(['/kind not_allowed'])
    const address = { channel: 'email', version: 1, sender: { from: 'shop@acme.example' } }
    expect(await broken({ ...address, countries: ['GB'] })).to.deep.equal(['/countries not_allowed'])
    expect(await refused('saveAppSender', { sender: { header: 'ACME' }, version: 7 })).to.deep.equal(CONFLICT)
    const record = async (body: object) =>
      brokenFields(
        await refused('recordSenderRegistration', {
          value: '56789',
          regulation: 'other',
          status: 'approved',
          registrationId: 'X',
          ...body,
        }),
      )
    expect(await record({})).to.deep.equal(['/country required'])
    expect(await record({ country: 'GB', expiresOn: '2026-02-30' })).to.deep.equal(['/expiresOn format'])
    expect(await record({ regulation: 'us_10dlc' })).to.have.members([
      '/regulation not_allowed',
      '/brandId required',
    ])
    const last = { ...place, value: '56789', version: 2 }
    expect(brokenFields(await office.at.refusedAbove(operator, 'removeAppSender', last))).to.deep.equal([
      '/value not_allowed',
    ])
    const rule = { country: 'GB', kind: 'alphanumeric', reason }
    expect(await office.at.refusedAbove(operator, 'resetSenderRule', rule)).to.deep.equal(NOT_FOUND)
    const useless = { ...rule, verdict: 'allowed' }
    expect(brokenFields(await office.at.refusedAbove(operator, 'setSenderRule', useless))).to.deep.equal([
      '/verdict not_allowed',
    ])
  })
})
