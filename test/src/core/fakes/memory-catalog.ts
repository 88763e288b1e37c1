import type { AppCatalog } from '@postrider/core/domain/catalog/app-catalog'
import type { AppId } from '@postrider/core/domain/ids/id'
import type { CatalogRecords, CatalogStorage } from '@postrider/core/ports/storage/catalog-storage'
import type { Faults } from './faults.js'
import type { MemoryTables } from './memory-tables.js'

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

const appCatalog = ({ catalog, epoch }: MemoryTables, appId: AppId): AppCatalog | undefined => {
  const app = catalog.apps.find((one) => one.appId === appId)
  const organization = catalog.organizations.find((one) => one.organizationId === app?.organizationId)
  const project = catalog.projects.find((one) => one.projectId === app?.projectId)
  if (app === undefined || organization === undefined || project === undefined) return undefined
  const { organizationId } = organization
  const isOwn = (owner: string | undefined): boolean => owner === undefined || owner === organizationId
  return {
    epoch,
    organization,
    project,
    app,
    configurations: new Map(
      catalog.configurations.filter((one) => one.appId === appId).map((one) => [one.channel, one]),
    ),
    templates: new Map(
      catalog.templates.filter((one) => isOwn(one.organizationId)).map((one) => [one.templateId, one]),
    ),
    prices: catalog.prices.filter((one) => isOwn(one.organizationId)),
    providerAccounts: new Map(catalog.providerAccounts.map((one) => [one.providerAccountId, one])),
  }
}

/** The catalog in memory: each save advances the epoch. */
export const memoryCatalog = (tables: MemoryTables, faults: Faults): CatalogStorage => ({
  epoch: () => faults.reading('epoch', () => tables.epoch),
  credential: (selector) =>
    faults.reading('credential', () => ({
      epoch: tables.epoch,
      credential: tables.catalog.credentials.find((one) => one.selector === selector),
    })),
  app: (appId) =>
    faults.reading('app', () => {
      tables.loads.push(appId)
      return appCatalog(tables, appId)
    }),
  providerAccounts: () => faults.reading('providerAccounts', () => tables.catalog.providerAccounts),
  save: (records: CatalogRecords) =>
    faults.writing('save', () => {
      for (const table of Object.keys(IDENTITY) as Table[]) put(tables, table, records[table] ?? [])
      tables.epoch += 1
    }),
})
