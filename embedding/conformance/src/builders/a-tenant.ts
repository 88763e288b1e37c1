import type { AccountKey } from '@postrider/core/ledger/domain/account'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { App, Brand, Organization, Project } from '@postrider/core/tenancy/domain/records'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/tenancy/domain/service-configuration'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { TenantScope } from '@postrider/core/tenancy/domain/tenant-scope'
import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import type { CatalogRecords } from '@postrider/core/catalog/ports/catalog-storage'
import { aCredential } from './a-credential.js'
import { aPrice } from './a-price.js'
import { aProviderAccount } from './a-provider-account.js'
import { aTemplate } from './a-template.js'
import { fresh, NOW_MS } from './fresh.js'

/** An Organization with everything that one app needs to send an SMS. */
export interface Tenant {
  readonly organization: Organization
  readonly brand: Brand
  readonly project: Project
  readonly app: App
  readonly credential: ServerCredential
  readonly providerAccount: ProviderAccount
  readonly configuration: ChannelConfiguration
  readonly template: TemplateVersion
  readonly price: PriceVersion
  readonly scope: TenantScope
  readonly accountKey: AccountKey
}

/** The properties of a tenant that a test can set; the builder sets the ids that connect its records. */
export interface TenantOverrides {
  readonly organization?: Partial<Organization>
  readonly app?: Partial<App>
  readonly credential?: Partial<ServerCredential>
  readonly providerAccount?: Partial<ProviderAccount>
  readonly template?: Partial<TemplateVersion>
  readonly price?: Partial<PriceVersion>
}

const identity = () => ({
  organizationId: fresh.id('org'),
  brandId: fresh.id('brd'),
  projectId: fresh.id('prj'),
  appId: fresh.id('app'),
})

const anOrganization = (overrides: Partial<Organization>): Organization => ({
  organizationId: fresh.id('org'),
  displayName: 'Asha Stores',
  legalName: 'Asha Stores Private Limited',
  status: 'active',
  defaultCurrency: 'INR',
  entitledChannels: ['sms', 'email'],
  closedTestChannels: [],
  requiresSecondFactor: false,
  createdAtMs: NOW_MS,
  version: 1,
  ...overrides,
})

/** A tenant in its test environment. */
export const aTenant = (overrides: TenantOverrides = {}): Tenant => {
  const { organizationId, brandId, projectId, appId } = identity()
  const organization = anOrganization({ ...overrides.organization, organizationId })
  const environment = overrides.app?.environment ?? 'test'
  const providerAccount = aProviderAccount(overrides.providerAccount)
  return {
    organization,
    brand: { brandId, organizationId, name: 'Asha', createdAtMs: NOW_MS },
    project: { projectId, brandId, organizationId, name: 'Shop', environment, createdAtMs: NOW_MS },
    app: {
      name: 'Shop server',
      platform: 'server',
      environment,
      status: 'active',
      restrictions: {},
      legacySenderId: 'ASHALEGACY',
      keywordReplies: {},
      languages: undefined,
      createdAtMs: NOW_MS,
      disabledAtMs: undefined,
      version: 1,
      ...overrides.app,
      appId,
      projectId,
      brandId,
      organizationId,
    },
    credential: aCredential({ ...overrides.credential, organizationId, brandId, projectId, appId }),
    providerAccount,
    configuration: {
      organizationId,
      appId,
      channel: 'sms',
      senders: [soleSender({ channel: 'sms', header: 'ASHAST' })],
      providerAccountIds: [providerAccount.providerAccountId],
      routing: undefined,
      version: 1,
    },
    template: aTemplate({ ...overrides.template, organizationId }),
    price: aPrice({ organizationId, ...overrides.price }),
    scope: { organizationId, appId },
    accountKey: {
      organizationId,
      environment,
      currency: organization.defaultCurrency,
    },
  }
}

/** The tenant's records as the catalog stores them. */
export const recordsOf = (tenant: Tenant): CatalogRecords => ({
  organizations: [tenant.organization],
  brands: [tenant.brand],
  projects: [tenant.project],
  apps: [tenant.app],
  credentials: [tenant.credential],
  configurations: [tenant.configuration],
  providerAccounts: [tenant.providerAccount],
  templates: [tenant.template],
  prices: [tenant.price],
})
