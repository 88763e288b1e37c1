import { expect } from 'chai'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { right } from '@postrider/conformance/outcome'
import { aSendingFirm, spelled } from '../../runner/use-cases/a-sending-firm.js'
import { useOffice } from '../../assembly/an-office.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { brokenFields, CONFLICT, NOT_FOUND, strangeIds } from '../../runner/use-cases/strange.js'

const reason = 'The sender was approved.'
const email = { from: 'orders@acme.example', fromName: 'Acme', replyTo: 'help@acme.example' }

const emailSender = {
  value: email.from,
  sender: { channel: 'email', ...email, domain: 'acme.example' },
  kind: 'email',
  countries: null,
  classes: null,
  weight: 1,
  status: 'active',
  registrations: [],
}

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Service configurations of apps on ${engine}`, () => {
    const office = useOffice(open)

    it('are created without a version, changed with the present one, and stored', async () => {
      const operator = await office.at.operator(['admin.providers', 'admin.organizations'])
      const { organizationId, app, acts, storage } = office.at
      const accounts = [aProviderAccount(), aProviderAccount()]
      await right(storage.catalog.save({ providerAccounts: accounts }))
      const ids = accounts.map(({ providerAccountId }) => providerAccountId)
      const { appId } = app
      const place = { organizationId, appId, channel: 'email', reason }
      const set = (body: object) => office.at.doneAbove(operator, 'setAppServiceConfiguration', body)
      const made = await set({ ...place, sender: email, providerAccountIds: ids })
      expect(made.configuration).to.deep.equal({
        organizationId,
        appId,
        channel: 'email',
        sender: { channel: 'email', ...email, domain: 'acme.example' },
        senders: [emailSender],
        providerAccountIds: ids,
        routing: null,
        legacySenderId: 'ASHALEGACY',
        version: 1,
      })
      const changed = await office.at.doneByAdminAgent(operator, 'setAppServiceConfiguration', {
        ...place,
        sender: { from: email.from },
        providerAccountIds: ids.slice(1),
        legacySenderId: 'ACME',
        version: 1,
      })
      expect(changed.configuration).to.deep.include({ legacySenderId: 'ACME', version: 2 })
      const without = { ...place, sender: { from: email.from }, providerAccountIds: ids.slice(1) }
      const routing = {
        strategy: 'weighted',
        routes: [{ providerAccountId: ids[1], weight: 3, unitCosts: [{ prefix: '*', amountMinor: 2 }] }],
      }
      const routed = await set({ ...without, legacySenderId: null, routing, version: 2 })
      expect(routed.configuration).to.deep.include({ legacySenderId: null, routing, version: 3 })
      const last = await set({ ...without, version: 3 })
      expect(last.configuration).to.deep.include({ routing, version: 4 })
      const { configurations } = await office.at.doneAbove(operator, 'getOrganization', { organizationId })
      expect(configurations.find(({ channel }) => channel === 'email')).to.deep.equal(last.configuration)
      expect((await acts()).at(-1)).to.deep.include({
        action: 'setAppServiceConfiguration',
        target: appId,
        reason,
        details: {
          channel: 'email',
          providers: ids[1],
          strategy: 'weighted',
          from: email.from,
          version: 4,
        },
      })
      const freed = await set({ ...without, routing: null, version: 4 })
      expect(freed.configuration.routing).to.equal(null)
    })

    it('affect the very next send in another process', async () => {
      const operator = await office.at.operator()
      const { send, app, organization, providerAccount, close } = await aSendingFirm(office.at)
      const disabled = aProviderAccount({ status: 'disabled' })
      await right(office.at.storage.catalog.save({ providerAccounts: [disabled] }))
      const set = (providerAccountIds: readonly string[], version: number) =>
        office.at.doneAbove(operator, 'setAppServiceConfiguration', {
          organizationId: organization.organizationId,
          appId: app.appId,
          channel: 'sms',
          sender: { header: 'ACMEIN', dltEntityId: '1101000000000012345' },
          providerAccountIds,
          version,
          reason,
        })
      try {
        expect(spelled(await send())).to.equal('accepted')
        await set([disabled.providerAccountId], 1)
        expect(spelled(await send())).to.equal('ProviderUnavailable')
        await set([disabled.providerAccountId, providerAccount.providerAccountId], 2)
        expect(spelled(await send())).to.equal('accepted')
      } finally {
        await close()
      }
    })
  })

describe('A refused service configuration', () => {
  const office = useOffice()

  const saved = async (changes: object = {}) => {
    const { organizationId, app, storage } = office.at
    const account = aProviderAccount()
    await right(storage.catalog.save({ providerAccounts: [account] }))
    const body = {
      organizationId,
      appId: app.appId,
      channel: 'whatsapp',
      sender: { phoneNumberId: '100000000000001' },
      providerAccountIds: [account.providerAccountId],
      reason,
      ...changes,
    }
    const operator = await office.at.operator(['admin.providers'])
    return office.at.refusedAbove(operator, 'setAppServiceConfiguration', body)
  }

  it("routes to accounts that the app doesn't use, to one twice, or by prefixes on a channel without numbers", async () => {
    const account = aProviderAccount()
    await right(office.at.storage.catalog.save({ providerAccounts: [account] }))
    const { providerAccountId } = account
    const byEmail = { channel: 'email', sender: { from: 'orders@acme.example' } }
    const refusedOf = async (routes: readonly object[], more: object = {}) =>
      brokenFields(
        await saved({
          providerAccountIds: [providerAccountId],
          routing: { strategy: 'order', routes },
          ...more,
        }),
      )
    expect(await refusedOf([{ providerAccountId: fresh.id('pac') }])).to.deep.equal([
      '/routing/routes/0/providerAccountId mismatch',
    ])
    expect(await refusedOf([{ providerAccountId }, { providerAccountId }])).to.deep.equal([
      '/routing/routes/1/providerAccountId not_allowed',
    ])
    expect(await refusedOf([{ providerAccountId, prefixes: ['+91'] }], byEmail)).to.deep.equal([
      '/routing/routes/0/prefixes not_allowed',
    ])
    expect(await refusedOf([{ providerAccountId, prefixes: ['91'], weight: 0 }])).to.deep.equal([
      '/routing/routes/0/prefixes/0 format',
      '/routing/routes/0/weight too_small',
    ])
  })

  it("has a sender that lacks a part, has another channel's, or is empty", async () => {
    const broken: ReadonlyArray<readonly [string, object, readonly string[]]> = [
      ['whatsapp', {}, ['/sender/phoneNumberId required']],
      ['whatsapp', { phoneNumberId: '12 34' }, ['/sender/phoneNumberId format']],
      ['whatsapp', { phoneNumberId: '12345', header: 'ACMEIN' }, ['/sender/header not_allowed']],
      ['sms', { dltEntityId: '1101000000000012345' }, ['/sender/header required']],
      ['sms', { header: 'A' }, ['/sender/header format']],
      ['sms', { header: 'ACME_IN' }, ['/sender/header format']],
      ['sms', { header: 'ACMEIN', dltEntityId: 'x' }, ['/sender/dltEntityId format']],
      ['email', { fromName: 'Acme' }, ['/sender/from required']],
      ['email', { from: 'acme' }, ['/sender/from format']],
      ['email', { from: 'a@b.123', replyTo: 'a@b.7' }, ['/sender/from format', '/sender/replyTo format']],
      [
        'email',
        { from: 'Acme <a@b.example>', replyTo: 'nowhere' },
        ['/sender/from format', '/sender/replyTo format'],
      ],
      ['email', { from: 'a@b.example', fromName: 'A\r\nBcc: x' }, ['/sender/fromName format']],
      ['email', { from: 'a@b.example', password: 'x' }, ['/sender/password unknown']],
    ]
    for (const [channel, sender, expected] of broken) {
      const version = channel === 'sms' ? 1 : undefined
      const refused = await saved({ channel, sender, version })
      expect(brokenFields(refused), JSON.stringify(sender)).to.deep.equal(expected)
    }
  })

  it("has an account that is unknown, doesn't serve the channel, is of the other environment, or is listed twice", async () => {
    const { storage } = office.at
    const mute = aProviderAccount({ channels: ['sms'] })
    const real = aProviderAccount({ kind: 'smtp' })
    const fine = aProviderAccount()
    await right(storage.catalog.save({ providerAccounts: [mute, real, fine] }))
    const ids = [mute, real, fine, fine].map(({ providerAccountId }) => providerAccountId)
    const strange = strangeIds(office.at, 'pac')
    expect(brokenFields(await saved({ providerAccountIds: [...ids, ...strange] }))).to.deep.equal([
      '/providerAccountIds/0 mismatch',
      '/providerAccountIds/1 mismatch',
      '/providerAccountIds/3 not_allowed',
      '/providerAccountIds/4 not_allowed',
      '/providerAccountIds/5 not_allowed',
      '/providerAccountIds/6 not_allowed',
    ])
    expect(brokenFields(await saved({ providerAccountIds: [] }))).to.deep.equal([
      '/providerAccountIds too_few',
    ])
  })

  it('is for an unknown app, or one of another Organization', async () => {
    const { other } = office.at
    for (const appId of strangeIds(office.at, 'app', other.app.appId))
      expect(await saved({ appId }), appId).to.deep.equal(NOT_FOUND)
    for (const organizationId of strangeIds(office.at, 'org', other.organizationId))
      expect(await saved({ organizationId }), organizationId).to.deep.equal(NOT_FOUND)
  })

  it('has a version though none was ever set, or not the present one', async () => {
    expect(await saved({ version: 1 })).to.deep.equal(CONFLICT)
    const sms = { channel: 'sms', sender: { header: 'ACMEIN' } }
    expect(await saved(sms)).to.deep.equal(CONFLICT)
    expect(await saved({ ...sms, version: 2 })).to.deep.equal(CONFLICT)
  })
})
