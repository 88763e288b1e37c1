import { expect } from 'chai'
import { prepareCatalog } from '@postrider/core/catalog/domain/prepared-catalog'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { appCatalogOf } from '../../fakes/app-catalog-of.js'

describe('A prepared catalog', () => {
  it('lists usable providers in the order of preference, and skips deleted ones', () => {
    const tenant = aTenant()
    const accounts = [aProviderAccount(), aProviderAccount({ status: 'disabled' }), aProviderAccount()]
    const ids = [...accounts.map(({ providerAccountId }) => providerAccountId), fresh.id('pac')].reverse()
    const catalog = appCatalogOf(tenant, {
      configurations: new Map([['sms', { ...tenant.configuration, providerAccountIds: ids }]]),
      providerAccounts: new Map(accounts.map((account) => [account.providerAccountId, account])),
    })
    expect(prepareCatalog(catalog).providers.get('sms')).to.deep.equal([accounts[2], accounts[0]])
  })

  it('has only the approved templates', () => {
    const templates = (['approved', 'paused', 'retired'] as const).map((status) => aTemplate({ status }))
    const catalog = appCatalogOf(aTenant(), {
      templates: new Map(templates.map((one) => [one.templateId, one])),
    })
    expect([...prepareCatalog(catalog).templates.keys()]).to.deep.equal([templates[0]?.templateId])
  })
})
