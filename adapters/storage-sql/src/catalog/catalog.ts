import type { Channel } from '@postrider/core/domain/channels/channels'
import type { AppCatalog } from '@postrider/core/domain/catalog/app-catalog'
import type { AppId } from '@postrider/core/domain/ids/id'
import type { ServerCredential } from '@postrider/core/domain/tenancy/credential'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/domain/tenancy/service-configuration'
import type { CatalogStorage } from '@postrider/core/ports/storage/catalog-storage'
import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import { E } from '@postrider/core/fp'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { readSince, readVersions, sinceIn, versionsIn } from '../epoch/catalog-versions.js'
import { epochOf, readEpoch } from '../epoch/epoch.js'
import { readSealingKey, sealingKeyOf } from '../keys/sealing-key.js'
import {
  apps,
  blockedDestinations,
  configurations,
  credentials,
  organizations,
  prices,
  projects,
  providerAccounts,
  templates,
} from './tables.js'
import { findUnready, unreadyIn } from '../account-health/account-health.js'
import { budgets } from '../budgets/table.js'
import { gatherSaved, savingOf } from './save-catalog.js'
import { eachOf, firstOf, queries, queryOf } from '../engine/queries.js'

const findCredential = statement(
  `SELECT ${credentials.select('c')} FROM server_credentials c WHERE c.selector = ?`,
)
const allProviderAccounts = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p ORDER BY p.id`,
)

const findApp = statement(`SELECT ${apps.select('a')} FROM apps a WHERE a.id = ?x`)
const findOrganization = statement(`
  SELECT ${organizations.select('o')} FROM apps a JOIN organizations o ON o.id = a.organization_id
  WHERE a.id = ?x`)
const findProject = statement(`
  SELECT ${projects.select('p')} FROM apps a JOIN projects p ON p.id = a.project_id WHERE a.id = ?x`)
const findConfigurations = statement(`
  SELECT ${configurations.select('c')} FROM channel_configurations c WHERE c.app_id = ?x`)
/** Versions are time-ordered: the newest has the highest id. */
const findTemplates = statement(`
  SELECT ${templates.select('t')} FROM apps a JOIN template_versions t ON t.organization_id = a.organization_id
  WHERE a.id = ?x AND NOT EXISTS (SELECT 1 FROM template_versions n WHERE
    n.organization_id = t.organization_id AND n.template_id = t.template_id AND n.id > t.id)`)
const findPrices = statement(`
  SELECT ${prices.select('p')} FROM apps a JOIN organizations o ON o.id = a.organization_id
  JOIN price_versions p ON p.currency = o.default_currency
    AND (p.organization_id IS NULL OR p.organization_id = o.id)
  WHERE a.id = ?x ORDER BY p.id`)

const findBudgets = statement(`
  SELECT ${budgets.select('b')} FROM apps a JOIN budgets b ON b.organization_id = a.organization_id
  WHERE a.id = ?x ORDER BY b.id`)
const findBlocked = statement(
  `SELECT ${blockedDestinations.select('d')} FROM blocked_destinations d ORDER BY d.prefix`,
)
const findAnySuppression = statement(`
  SELECT s.created_at FROM apps a JOIN suppressions s ON s.organization_id = a.organization_id WHERE a.id = ?x LIMIT 1`)

const appQueries = (appId: AppId) => {
  const id = idCell(appId)
  return queries({
    epoch: queryOf(readEpoch(), epochOf),
    app: queryOf(findApp(id), firstOf(apps.of)),
    organization: queryOf(findOrganization(id), firstOf(organizations.of)),
    project: queryOf(findProject(id), firstOf(projects.of)),
    configurations: queryOf(findConfigurations(id), eachOf(configurations.of)),
    templates: queryOf(findTemplates(id), eachOf(templates.of)),
    prices: queryOf(findPrices(id), eachOf(prices.of)),
    budgets: queryOf(findBudgets(id), eachOf(budgets.of)),
    hasSuppressions: queryOf(findAnySuppression(id), (rows) => rows.length > 0),
    changes: queryOf(readVersions([]), (rows) => versionsIn(rows, [])),
  })
}

const sharedQueries = queries({
  epoch: queryOf(readEpoch(), epochOf),
  providerAccounts: queryOf(
    allProviderAccounts(),
    (rows) => new Map(rows.map(providerAccounts.of).map((account) => [account.providerAccountId, account])),
  ),
  unreadyAccounts: queryOf(findUnready(), unreadyIn),
  blockedDestinations: queryOf(findBlocked(), (rows) =>
    rows.map(blockedDestinations.of).map(({ prefix }) => prefix),
  ),
  sealingKey: queryOf(readSealingKey(), sealingKeyOf),
})

/** What all apps' catalogs share. It concerns everyone, so it is read again once everyone's version is newer. */
type Shared = ReturnType<typeof sharedQueries.of>

const sharedBy = (engine: Engine) => {
  let newest: Shared | undefined
  return async (everyone: number): Promise<E.Either<StorageUnavailable, Shared>> => {
    if (newest !== undefined && newest.epoch >= everyone) return E.right(newest)
    const read = await engine.read(sharedQueries.statements, 'one')
    if (E.isLeft(read)) return read
    const shared = sharedQueries.of(read.right)
    if (newest === undefined || newest.epoch < shared.epoch) newest = shared
    return E.right(shared)
  }
}

type AppFound = ReturnType<ReturnType<typeof appQueries>['of']>

const namedAccounts = (
  configured: readonly ChannelConfiguration[],
  accounts: ReadonlyMap<string, ProviderAccount>,
): ReadonlyMap<string, ProviderAccount> => {
  const named = configured.flatMap(({ providerAccountIds }) => providerAccountIds)
  return new Map(
    named.flatMap((id) => {
      const account = accounts.get(id)
      return account === undefined ? [] : [[id, account] as const]
    }),
  )
}

const appCatalogOf = (
  { app, organization, project, ...found }: Omit<AppFound, 'changes'>,
  shared: Shared,
): AppCatalog | undefined => {
  if (app === undefined || organization === undefined || project === undefined) return undefined
  const channels = found.configurations
  return {
    ...shared,
    ...found,
    organization,
    project,
    app,
    configurations: new Map<Channel, ChannelConfiguration>(channels.map((each) => [each.channel, each])),
    templates: new Map(found.templates.map((version) => [version.templateId, version])),
    providerAccounts: namedAccounts(channels, shared.providerAccounts),
  }
}

/** The database may take a selector with a space at its end for the same. */
const credentialOf = (rows: Rows, selector: string): ServerCredential | undefined =>
  rows.map(credentials.of).find((each) => each.selector === selector)

export const catalogStorage = (engine: Engine): CatalogStorage => {
  const readShared = sharedBy(engine)
  return {
    epoch: () => async () => {
      const read = await engine.read([readEpoch()], 'each')
      return E.map(([epoch]: readonly Rows[]) => epochOf(epoch))(read)
    },
    changes: (sinceEpoch) => async () => {
      const read = await engine.read(readSince(sinceEpoch), 'each')
      return E.map(sinceIn)(read)
    },
    credential: (selector) => async () => {
      // The epoch first: a credential that changes in between is at worst taken for too old.
      const read = await engine.read([readEpoch(), findCredential(selector)], 'each')
      return E.map(([epoch, rows = []]: readonly Rows[]) => ({
        epoch: epochOf(epoch),
        value: credentialOf(rows, selector),
      }))(read)
    },
    app: (appId) => async () => {
      const catalog = appQueries(appId)
      const read = await engine.read(catalog.statements, 'one')
      if (E.isLeft(read)) return read
      const { changes, ...found } = catalog.of(read.right)
      // If it is newer than the rest, what changed in between concerns everyone, and the catalog's epoch says that it is older.
      const shared = await readShared(changes.everyone)
      return E.isLeft(shared) ? shared : E.right(appCatalogOf(found, shared.right))
    },
    providerAccounts: () => async () => {
      const read = await engine.read([allProviderAccounts()], 'each')
      return E.map(([rows = []]: readonly Rows[]) => rows.map(providerAccounts.of))(read)
    },
    save: (records) => async () => {
      const outcome = await engine.transact(gatherSaved(records), (present) => ({
        statements: savingOf(records, present),
        result: undefined,
      }))
      return refusalIsBug(outcome)
    },
  }
}
