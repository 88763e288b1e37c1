import type { Budget } from '@postrider/core/ledger/domain/budgets/budget'
import type { AppId, OrganizationId } from '@postrider/core/kernel/ids/id'
import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import type { App, Organization, Project } from '@postrider/core/tenancy/domain/records'
import type { ChannelConfiguration } from '@postrider/core/tenancy/domain/service-configuration'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { budgets } from '../ledger/budgets/table.js'
import { prices } from '../ledger/prices/table.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { type Cells, optional, readInteger } from '../cells/cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { type Queries, type Query, queries, type QueryAnswers, queryOf } from '../engine/queries.js'
import { statement } from '../engine/template.js'
import { CATALOG_PARTS, type CatalogPart, partColumn } from '../guards/catalog-parts.js'
import {
  EVERYONE,
  type PartEpochs,
  partEpochs,
  readVersions,
  versionsIn,
} from '../guards/catalog-versions.js'
import { epochOf, readEpoch } from '../guards/epoch.js'
import { apps, configurations, organizations, projects, templates } from './tables.js'

/** The facts in an app's catalog about its Organization, its project and itself. */
export interface AppFacts {
  readonly organization: Organization
  readonly project: Project
  readonly app: App
  readonly configurations: readonly ChannelConfiguration[]
  readonly hasSuppressions: boolean
}

/** The parts of an app's catalog that belong to its Organization. */
export interface AppParts {
  readonly services: AppFacts
  /** The newest version of each template. */
  readonly templates: readonly TemplateVersion[]
  /** The Organization's own prices, in every currency. */
  readonly prices: readonly PriceVersion[]
  readonly budgets: readonly Budget[]
}

const partsOf = (versions: string): string =>
  CATALOG_PARTS.map((part) => `${versions}.${partColumn(part)}`).join(', ')

/**
 * The versions of an Organization and of everyone: a removal that doesn't name its record's owner is recorded
 * for everyone.
 */
const findPartEpochs = statement(`
  SELECT a.id, ${partsOf('v')}, ${partsOf('e')} FROM apps a {by apps.PRIMARY}
  LEFT JOIN catalog_versions v ON v.scope = a.organization_id LEFT JOIN catalog_versions e ON e.scope = ?x
  WHERE a.id IN (?x*)`)

/** The Organizations of apps, each once, and the tables joined to them. */
const ORGANIZATIONS =
  '(SELECT DISTINCT a.organization_id AS id FROM apps a {by apps.PRIMARY} WHERE a.id IN (?x*)) o {in this order}'

const findApps = statement(`SELECT ${apps.select('a')} FROM apps a {by apps.PRIMARY} WHERE a.id IN (?x*)`)
const findOrganizations = statement(`
  SELECT ${organizations.select('r')} FROM ${ORGANIZATIONS} organizations r ON r.id = o.id`)
const findProjects = statement(`
  SELECT ${projects.select('p')} FROM apps a {by apps.PRIMARY} JOIN projects p ON p.id = a.project_id
  WHERE a.id IN (?x*)`)
const findConfigurations = statement(`
  SELECT ${configurations.select('c')} FROM channel_configurations c WHERE c.app_id IN (?x*)`)
/** Versions are time-ordered, so the newest has the highest id. */
const findTemplates = statement(`
  SELECT ${templates.select('t')} FROM ${ORGANIZATIONS} template_versions t ON t.organization_id = o.id
  WHERE NOT EXISTS (SELECT 1 FROM template_versions n WHERE
    n.organization_id = t.organization_id AND n.template_id = t.template_id AND n.id > t.id)`)
const findPrices = statement(`
  SELECT ${prices.select('p')} FROM ${ORGANIZATIONS} price_versions p ON p.organization_id = o.id ORDER BY p.id`)
const findBudgets = statement(`
  SELECT ${budgets.select('b')} FROM ${ORGANIZATIONS} budgets b ON b.organization_id = o.id ORDER BY b.id`)
const findSuppressing = statement(`
  SELECT o.id FROM (SELECT DISTINCT a.organization_id AS id FROM apps a {by apps.PRIMARY} WHERE a.id IN (?x*)) o
  WHERE EXISTS (SELECT 1 FROM suppressions s {by suppressions.by_slot} WHERE s.organization_id = o.id)`)

const byKey =
  <K, R>(of: (row: Cells) => R, keyOf: (record: R) => K) =>
  (rows: Rows) =>
    new Map(rows.map(of).map((record) => [keyOf(record), record]))

const grouped =
  <K, R>(of: (row: Cells) => R, keyOf: (record: R) => K) =>
  (rows: Rows) => {
    const groups = new Map<K, R[]>()
    for (const record of rows.map(of)) {
      const group = groups.get(keyOf(record))
      if (group === undefined) groups.set(keyOf(record), [record])
      else group.push(record)
    }
    return groups
  }

const organizationOf = ({ organizationId }: { readonly organizationId: OrganizationId }) => organizationId
const ownerOf = ({ organizationId }: PriceVersion) => organizationId

/** When each part of an app's catalog last changed. */
export type CatalogPartEpochs = Pick<PartEpochs, CatalogPart>

const partEpochsOf = (rows: Rows): ReadonlyMap<AppId, CatalogPartEpochs> =>
  new Map(
    rows.map(([id, ...epochs]) => {
      const epochAt = (at: number): number => optional(readInteger, epochs[at]) ?? 0
      const either = (at: number): number => Math.max(epochAt(at), epochAt(at + CATALOG_PARTS.length))
      return [idOf('app', id), partEpochs(CATALOG_PARTS, either)]
    }),
  )

const asOf = {
  epoch: queryOf(readEpoch(), epochOf),
  everyone: queryOf(readVersions([]), (rows) => versionsIn(rows, []).everyone),
}

/** The apps to read, by part. */
export type AppsByPart = Readonly<Record<CatalogPart, readonly AppId[]>>

/** A statement about these apps; without apps it isn't sent. */
const about = <A>(
  appIds: readonly AppId[],
  find: (ids: readonly string[]) => Statement,
  of: (rows: Rows) => A,
): Query<A> | undefined => (appIds.length === 0 ? undefined : queryOf(find(appIds.map(idCell)), of))

const partQueries = (of: AppsByPart, followed: readonly AppId[]) => ({
  ...asOf,
  changed: about(followed, (ids) => findPartEpochs(EVERYONE, ids), partEpochsOf),
  apps: about(
    of.services,
    findApps,
    byKey(apps.of, ({ appId }) => appId),
  ),
  organizations: about(of.services, findOrganizations, byKey(organizations.of, organizationOf)),
  projects: about(
    of.services,
    findProjects,
    byKey(projects.of, ({ projectId }) => projectId),
  ),
  configurations: about(
    of.services,
    findConfigurations,
    grouped(configurations.of, ({ appId }) => appId),
  ),
  suppressing: about(of.services, findSuppressing, (rows) => new Set(rows.map(([id]) => idOf('org', id)))),
  templates: about(of.templates, findTemplates, grouped(templates.of, organizationOf)),
  prices: about(of.prices, findPrices, grouped(prices.of, ownerOf)),
  budgets: about(of.budgets, findBudgets, grouped(budgets.of, organizationOf)),
})

type Found = QueryAnswers<ReturnType<typeof partQueries>>

const servicesIn = (found: Found, appId: AppId): AppFacts | undefined => {
  const app = found.apps?.get(appId)
  if (app === undefined) return undefined
  const organization = found.organizations?.get(app.organizationId)
  const project = found.projects?.get(app.projectId)
  if (organization === undefined || project === undefined) return undefined
  return {
    organization,
    project,
    app,
    configurations: found.configurations?.get(appId) ?? [],
    hasSuppressions: found.suppressing?.has(organization.organizationId) ?? false,
  }
}

/** Parts of catalogs, in one consistent reading. */
export interface ReadParts {
  readonly epoch: number
  /** The epoch of the last change that concerns everyone. */
  readonly everyone: number
  /** When the parts of the followed apps last changed. Apps that don't exist are missing. */
  readonly changed: ReadonlyMap<AppId, CatalogPartEpochs>
  /**
   * An app's parts: the new ones, and the known ones for those that weren't read. Undefined: the app doesn't
   * exist.
   */
  complete(appId: AppId, known: AppParts | undefined): AppParts | undefined
}

/** Reads these parts of apps' catalogs, and when the parts of the followed apps last changed. */
export const readParts = (of: AppsByPart, followed: readonly AppId[]): Queries<ReadParts> => {
  const requested = queries(partQueries(of, followed))
  const isRead = (part: CatalogPart, appId: AppId): boolean => of[part].includes(appId)
  return {
    statements: requested.statements,
    of: (answers) => {
      const found = requested.of(answers)
      return {
        epoch: found.epoch,
        everyone: found.everyone,
        changed: found.changed ?? new Map(),
        complete: (appId, known) => {
          const services = isRead('services', appId) ? servicesIn(found, appId) : known?.services
          if (services === undefined) return undefined
          const { organizationId } = services.organization
          const part = <P extends Exclude<CatalogPart, 'services'>>(
            name: P,
            read: ReadonlyMap<OrganizationId | undefined, AppParts[P]> | undefined,
          ) => (isRead(name, appId) ? read?.get(organizationId) : known?.[name]) ?? []
          return {
            services,
            templates: part('templates', found.templates),
            prices: part('prices', found.prices),
            budgets: part('budgets', found.budgets),
          }
        },
      }
    },
  }
}
