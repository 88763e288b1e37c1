import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { AccountRouting } from '@postrider/core/tenancy/domain/routing'
import { expect } from 'chai'
import { aPrice } from '../../builders/a-price.js'
import { aProviderAccount } from '../../builders/a-provider-account.js'
import { aTemplate } from '../../builders/a-template.js'
import { aTenant, recordsOf, type Tenant } from '../../builders/a-tenant.js'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import type { CatalogRecords } from '@postrider/core/catalog/ports/catalog-storage'
import { catalogVersions } from './catalog-versions.js'
import { credentialLookUp } from '../identity/credential-look-up.js'
import { right, thrown } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'

const epochOf = (at: StorageUnderTest) => right(at.storage.catalog.epoch())

const save = (at: StorageUnderTest, records: CatalogRecords) => right(at.storage.catalog.save(records))

const saved = async (at: StorageUnderTest, tenant: Tenant = aTenant()): Promise<Tenant> => {
  await save(at, recordsOf(tenant))
  return tenant
}

const catalogOf = async (at: StorageUnderTest, tenant: Tenant) => {
  const catalog = await right(at.storage.catalog.app(tenant.app.appId))
  if (catalog === undefined) throw new Error('the app was not saved')
  return catalog
}

const apps = (at: StorageUnderTest): void => {
  it('shows everything that an app depends on as it was saved', async () => {
    const tenant = await saved(at)
    const catalog = await catalogOf(at, tenant)
    expect(catalog.organization).to.deep.equal(tenant.organization)
    expect(catalog.project).to.deep.equal(tenant.project)
    expect(catalog.app).to.deep.equal(tenant.app)
    expect([...catalog.configurations]).to.deep.equal([['sms', tenant.configuration]])
    expect([...catalog.templates]).to.deep.equal([[tenant.template.templateId, tenant.template]])
    expect(catalog.prices).to.deep.include(tenant.price)
    const { providerAccount } = tenant
    expect([...catalog.providerAccounts]).to.deep.equal([
      [providerAccount.providerAccountId, providerAccount],
    ])
    expect(catalog.epoch).to.equal(await epochOf(at))
  })

  it('keeps every form of a record', async () => {
    const base = aTenant({
      app: { restrictions: { allowedCountries: ['IN', 'LK'], allowedIps: ['10.0.0.0/8'] } },
    })
    const providers = [
      base.providerAccount,
      aProviderAccount({ kind: 'smtp', settings: {}, status: 'disabled' }),
    ]
    const providerAccountIds = providers.map(({ providerAccountId }) => providerAccountId).reverse()
    const { organizationId, appId } = base.scope
    const senders = [
      { channel: 'sms', header: 'ASHAST', dltEntityId: '1101' },
      { channel: 'whatsapp', phoneNumberId: '55' },
      { channel: 'email', from: `o'shea@example.in`, fromName: 'Āsha "S"', replyTo: 'help@example.in' },
    ] as const
    const routing: AccountRouting = {
      strategy: 'cheapest',
      routes: providerAccountIds.map((providerAccountId, index) => ({
        providerAccountId,
        prefixes: ['+91', '*'],
        weight: index + 1,
        unitCosts: [{ prefix: '+91', amountMinor: 7 }],
      })),
    }
    const configurations = senders.map((sender) => ({
      organizationId,
      appId,
      providerAccountIds,
      routing: sender.channel === 'sms' ? routing : undefined,
      version: 1,
      senders: [soleSender(sender)],
      channel: sender.channel,
    }))
    await save(at, { ...recordsOf(base), providerAccounts: providers, configurations })
    const catalog = await catalogOf(at, base)
    expect(catalog.app.restrictions).to.deep.equal(base.app.restrictions)
    for (const configuration of configurations)
      expect(catalog.configurations.get(configuration.channel)).to.deep.equal(configuration)
    for (const account of providers)
      expect(catalog.providerAccounts.get(account.providerAccountId)).to.deep.equal(account)
  })

  it('shows no app that was never saved, and nothing of another tenant', async () => {
    const [mine, theirs] = [await saved(at), await saved(at)]
    expect(await right(at.storage.catalog.app(fresh.id('app')))).to.equal(undefined)
    const catalog = await catalogOf(at, mine)
    expect(catalog.templates.has(theirs.template.templateId)).to.equal(false)
    expect(catalog.providerAccounts.has(theirs.providerAccount.providerAccountId)).to.equal(false)
    const payers = catalog.prices.map(({ organizationId }) => organizationId)
    expect(payers).to.not.include(theirs.scope.organizationId)
  })

  it('shows many apps of one or several Organizations in one call like one by one', async () => {
    const tenants = [await saved(at), await saved(at), await saved(at)]
    const [first] = tenants
    if (first === undefined) throw new Error('no tenant was saved')
    const second = { ...first.app, appId: fresh.id('app'), name: 'Second' }
    const own = aPrice({ organizationId: first.organization.organizationId })
    const elsewhere = aPrice({ organizationId: first.organization.organizationId, currency: 'XTS' })
    await save(at, { apps: [second], prices: [own, elsewhere] })
    const appIds = [...tenants.map(({ app }) => app.appId), second.appId, fresh.id('app')]
    const together = await Promise.all(appIds.map((appId) => right(at.storage.catalog.app(appId))))
    for (const [index, appId] of appIds.entries())
      expect(together[index]).to.deep.equal(await right(at.storage.catalog.app(appId)))
    expect(together.map((catalog) => catalog?.app.name)).to.deep.equal([
      ...tenants.map(({ app }) => app.name),
      'Second',
      undefined,
    ])
    expect(together[3]?.prices.map(({ priceVersionId }) => priceVersionId))
      .to.include(own.priceVersionId)
      .and.not.include(elsewhere.priceVersionId)
    expect([...(together[3]?.configurations.keys() ?? [])]).to.deep.equal([])
    expect([...(together[3]?.templates.keys() ?? [])]).to.deep.equal([first.template.templateId])
  })

  it('lists every provider account', async () => {
    const tenant = await saved(at)
    const extra = aProviderAccount({
      name: 'Spare',
      channels: ['email'],
      settings: { region: 'in', port: 2525, strict: true },
      sealedSecrets: 'x'.repeat(4_000),
    })
    await save(at, { providerAccounts: [extra] })
    const all = await right(at.storage.catalog.providerAccounts())
    expect(all).to.deep.include.members([tenant.providerAccount, extra])
  })
}

const epochs = (at: StorageUnderTest): void => {
  it('advances the epoch with every save, visible to an acceptance', async () => {
    const seen: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const { organizationId } = (await saved(at)).organization
      const { changes: found } = await right(
        at.storage.acceptance.accept(anAcceptanceQuery({ organizations: [organizationId] }), (known) =>
          writingNothing(known),
        ),
      )
      const epoch = found.organizations.get(organizationId) ?? 0
      expect(epoch).to.equal(await epochOf(at))
      seen.push(epoch)
    }
    expect(new Set(seen).size).to.equal(3)
    expect(seen).to.deep.equal([...seen].sort((a, b) => a - b))
  })

  it('advances the epoch once for each of several concurrent saves, visible to every process', async () => {
    const other = await at.another()
    const before = await epochOf(at)
    const tenants = Array.from({ length: 10 }, () => aTenant())
    await Promise.all(
      tenants.map((tenant, index) => right((index % 2 ? other : at.storage).catalog.save(recordsOf(tenant)))),
    )
    const after = await epochOf(at)
    expect(after - before).to.be.at.least(10)
    expect(await right(other.catalog.epoch())).to.equal(after)
  })

  it('keeps epoch and records when it is closed and opened again', async () => {
    const tenant = await saved(at)
    const before = await catalogOf(at, tenant)
    await at.reopen()
    expect(await catalogOf(at, tenant)).to.deep.equal(before)
  })
}

const changes = (at: StorageUnderTest): void => {
  it('replaces a record with the same identifier', async () => {
    const tenant = await saved(at)
    const organization = {
      ...tenant.organization,
      status: 'suspended' as const,
      version: 2,
      entitledChannels: [],
    }
    const app = { ...tenant.app, status: 'disabled' as const, name: 'Old shop' }
    const configuration = { ...tenant.configuration, providerAccountIds: [] }
    await save(at, { organizations: [organization], apps: [app], configurations: [configuration] })
    const catalog = await catalogOf(at, tenant)
    expect(catalog.organization).to.deep.equal(organization)
    expect(catalog.app).to.deep.equal(app)
    expect(catalog.configurations.get('sms')).to.deep.equal(configuration)
  })

  it('shows the newest version of each template', async () => {
    const tenant = await saved(at)
    const newer = {
      ...tenant.template,
      templateVersionId: fresh.id('tpv'),
      content: {
        channel: 'email' as const,
        subject: 'Hi {{name}}',
        text: '{{code}}',
        html: `<p title="'">{{code}}</p>`,
      },
    }
    await save(at, { templates: [newer] })
    expect((await catalogOf(at, tenant)).templates.get(newer.templateId)).to.deep.equal(newer)
  })

  it('shows list prices and own prices in the default currency', async () => {
    const tenant = await saved(at)
    const { organizationId } = tenant.scope
    const own = aPrice({
      organizationId,
      destinationPrefix: '+9198',
      unitAmountMinor: 0,
      chargeOn: 'delivered',
    })
    const list = aPrice({ channel: 'email', effectiveFromMs: NOW_MS + 1 })
    const foreign = [aPrice({ organizationId, currency: 'USD' }), aPrice({ organizationId: fresh.id('org') })]
    await save(at, { prices: [own, list, ...foreign] })
    const { prices } = await catalogOf(at, tenant)
    expect(prices).to.deep.include.members([tenant.price, own, list])
    for (const price of foreign) expect(prices).to.not.deep.include(price)
  })
}

const immutable = (at: StorageUnderTest): void => {
  it('stores templates of the maximum length', async () => {
    const tenant = aTenant()
    const html = `<p>${'ä'.repeat(100_000)}</p>`
    const content = { channel: 'email' as const, subject: 's', text: 't', html }
    const template = aTemplate({ organizationId: tenant.scope.organizationId, content, variables: [] })
    await save(at, { ...recordsOf(tenant), templates: [template] })
    expect((await catalogOf(at, tenant)).templates.get(template.templateId)).to.deep.equal(template)
  })

  const expectBug = async (records: CatalogRecords): Promise<void> => {
    const epoch = await epochOf(at)
    expect(await thrown(at.storage.catalog.save(records))).to.be.instanceOf(Error)
    expect(await epochOf(at)).to.equal(epoch)
  }

  it('never changes a template version: other content with its id is a bug, and nothing is written', async () => {
    const tenant = await saved(at)
    const content = { channel: 'sms' as const, text: 'Something else {{name}} {{code}}' }
    const app = { ...tenant.app, name: 'Not written' }
    await expectBug({ apps: [app], templates: [{ ...tenant.template, content }] })
    const catalog = await catalogOf(at, tenant)
    expect(catalog.templates.get(tenant.template.templateId)).to.deep.equal(tenant.template)
    expect(catalog.app.name).to.equal(tenant.app.name)
  })

  it('never changes a price: another amount with its id is a bug, and nothing is written', async () => {
    const tenant = await saved(at)
    await expectBug({ prices: [{ ...tenant.price, unitAmountMinor: 26 }] })
    expect((await catalogOf(at, tenant)).prices).to.deep.include(tenant.price)
  })

  it('accepts the same template version and price again', async () => {
    const tenant = await saved(at)
    await save(at, { templates: [tenant.template], prices: [tenant.price] })
    const catalog = await catalogOf(at, tenant)
    expect(
      catalog.prices.filter((price) => price.priceVersionId === tenant.price.priceVersionId),
    ).to.have.length(1)
  })
}

/** Tests tenants and their services, under one epoch. */
export const catalogSuite = (open: OpenStorage): void => {
  describe('the catalog', () => {
    const at = useStorage(open)
    apps(at)
    epochs(at)
    catalogVersions(at)
    changes(at)
    immutable(at)
    credentialLookUp(at)
  })
}
