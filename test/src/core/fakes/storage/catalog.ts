import { isDeepStrictEqual } from 'node:util'
import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import { concernedBy } from '@postrider/core/tenancy/domain/catalog-changes'
import type { AppId } from '@postrider/core/kernel/ids/id'
import type { CatalogRecords, CatalogStorage } from '@postrider/core/catalog/ports/catalog-storage'
import type { Calls } from './calls.js'
import { noteCatalogChange, changesIn, type MemoryTables } from './tables.js'

const IDENTITY = {
  organizations: ['organizationId'],
  brands: ['brandId'],
  projects: ['projectId'],
  apps: ['appId'],
  credentials: ['selector'],
  configurations: ['appId', 'channel'],
  providerAccounts: ['providerAccountId'],
  templates: ['templateVersionId'],
  prices: ['priceVersionId'],
  blockedDestinations: ['prefix'],
  senderRules: ['country', 'kind'],
  numberPrefixes: ['prefix'],
} as const

type Table = keyof typeof IDENTITY

const identityOf = (table: Table, record: object): string =>
  IDENTITY[table].map((name) => String((record as Record<string, unknown>)[name])).join(' ')

const put = (tables: MemoryTables, table: Table, records: readonly object[]): void => {
  const rows: object[] = tables.catalog[table]
  for (const record of records) {
    const at = rows.findIndex((row) => identityOf(table, row) === identityOf(table, record))
    if (at < 0) rows.push(record)
    else rows[at] = record
  }
}

const appCatalog = (
  { catalog, epoch, budgets, suppressions, installation, unreadyAccounts }: MemoryTables,
  appId: AppId,
): AppCatalog | undefined => {
  const app = catalog.apps.find((one) => one.appId === appId)
  const organization = catalog.organizations.find((one) => one.organizationId === app?.organizationId)
  const project = catalog.projects.find((one) => one.projectId === app?.projectId)
  if (app === undefined || organization === undefined || project === undefined) return undefined
  const { organizationId } = organization
  const isOwn = (owner: string | undefined): boolean => owner === undefined || owner === organizationId
  const configurations = catalog.configurations.filter((one) => one.appId === appId)
  const named = configurations.flatMap(({ providerAccountIds }) => providerAccountIds)
  return {
    epoch,
    sealingKey: installation.sealingKey,
    organization,
    project,
    app,
    configurations: new Map(configurations.map((one) => [one.channel, one])),
    templates: new Map(
      catalog.templates.filter((one) => isOwn(one.organizationId)).map((one) => [one.templateId, one]),
    ),
    prices: catalog.prices.filter(
      (one) => isOwn(one.organizationId) && one.currency === organization.defaultCurrency,
    ),
    providerAccounts: new Map(
      catalog.providerAccounts
        .filter(({ providerAccountId }) => named.includes(providerAccountId))
        .map((one) => [one.providerAccountId, one]),
    ),
    unreadyAccounts: new Set(unreadyAccounts),
    budgets: [...budgets.values()].filter((one) => one.organizationId === organizationId),
    blockedDestinations: catalog.blockedDestinations.map(({ prefix }) => prefix),
    senderRules: catalog.senderRules,
    heldSenders: [],
    hasSuppressions: [...suppressions.values()].some((one) => one.organizationId === organizationId),
  }
}

/** Of a template version only whether it may be used changes, of a price nothing. */
const refuseChanges = ({ catalog }: MemoryTables, { templates = [], prices = [] }: CatalogRecords): void => {
  const usable = templates.map((version) => ({ ...version, status: 'approved' as const }))
  const before = catalog.templates.map((version) => ({ ...version, status: 'approved' as const }))
  const isOther = (table: Table, rows: readonly object[], record: object): boolean =>
    rows.some(
      (row) => identityOf(table, row) === identityOf(table, record) && !isDeepStrictEqual(row, record),
    )
  if (usable.some((version) => isOther('templates', before, version)))
    throw new Error('a template version never changes')
  if (prices.some((price) => isOther('prices', catalog.prices, price)))
    throw new Error('a price never changes')
}

const putAll = (tables: MemoryTables, records: CatalogRecords): void => {
  for (const table of Object.keys(IDENTITY) as Table[]) put(tables, table, records[table] ?? [])
}

/** The catalog in memory: each save advances the epoch. */
export const memoryCatalog = (tables: MemoryTables, calls: Calls): Partial<CatalogStorage> => ({
  epoch: () => calls.reading('epoch', () => tables.epoch),
  changes: (sinceEpoch) =>
    calls.reading('changes', () => {
      const since = sinceEpoch ?? tables.epoch
      const changed = [...tables.versions].filter(([, epoch]) => epoch > since)
      const organizations = changed.flatMap(([scope]) => (scope === 'everyone' ? [] : [scope]))
      const { everyone, organizations: epochs } = changesIn(tables, organizations)
      const changes = { everyone: everyone > since ? everyone : 0, organizations: epochs }
      return {
        epoch: tables.epoch,
        changes,
        // This adapter doesn't distinguish them.
        credentials: changes,
        rights: tables.epoch > since ? tables.epoch : 0,
      }
    }),
  credential: (selector) =>
    calls.reading('credential', () => ({
      epoch: tables.epoch,
      value: tables.catalog.credentials.find((one) => one.selector === selector),
    })),
  app: (appId) =>
    calls.reading('app', () => {
      tables.loads.push(appId)
      return appCatalog(tables, appId)
    }),
  providerAccounts: () => calls.reading('providerAccounts', () => tables.catalog.providerAccounts),
  senderRules: () =>
    calls.reading('senderRules', () => ({ epoch: tables.epoch, value: tables.catalog.senderRules })),
  numberPrefixes: () =>
    calls.reading('numberPrefixes', () => ({ epoch: tables.epoch, value: tables.catalog.numberPrefixes })),
  save: (records: CatalogRecords) =>
    calls.writing('save', () => {
      refuseChanges(tables, records)
      putAll(tables, records)
      noteCatalogChange(tables, Object.values(records).flat().map(concernedBy))
    }),
})
