import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import { type PreparedCatalog, prepareCatalog } from '@postrider/core/catalog/domain/prepared-catalog'
import { aTenant, type Tenant } from '@postrider/conformance/builders/a-tenant'

/** The catalog of a tenant's app, as storage would read it. */
export const appCatalogOf = (
  tenant: Tenant = aTenant(),
  overrides: Partial<AppCatalog> = {},
): AppCatalog => ({
  epoch: 1,
  sealingKey: undefined,
  organization: tenant.organization,
  project: tenant.project,
  app: tenant.app,
  configurations: new Map([[tenant.configuration.channel, tenant.configuration]]),
  templates: new Map([[tenant.template.templateId, tenant.template]]),
  prices: [tenant.price],
  providerAccounts: new Map([[tenant.providerAccount.providerAccountId, tenant.providerAccount]]),
  unreadyAccounts: new Set(),
  budgets: [],
  blockedDestinations: [],
  senderRules: [],
  heldSenders: [],
  hasSuppressions: false,
  ...overrides,
})

/** The same catalog, prepared. */
export const preparedOf = (tenant: Tenant, overrides: Partial<AppCatalog> = {}): PreparedCatalog =>
  prepareCatalog(appCatalogOf(tenant, overrides))
