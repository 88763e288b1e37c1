import type { Budget } from '@postrider/core/ledger/domain/budgets/budget'
import type { AppId, OrganizationId } from '@postrider/core/kernel/ids/id'
import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import type { App, Organization, Project } from '@postrider/core/tenancy/domain/records'
import type { ChannelConfiguration } from '@postrider/core/tenancy/domain/service-configuration'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { budgets } from '../ledger/budgets/table.js'
import { prices } from '../ledger/prices/table.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Cells } from '../cells/cell.js'
import type { Rows } from '../engine/engine.js'
import { eachOf, type Queries, queries, type QueryAnswers, queryOf } from '../engine/queries.js'
import { statement } from '../engine/template.js'
import { readVersions, versionsIn } from '../guards/catalog-versions.js'
import { epochOf, readEpoch } from '../guards/epoch.js'
import { apps, configurations, organizations, projects, templates } from './tables.js'

/** The part of an app's catalog that other apps don't share. */
export interface AppPart {
  readonly organization: Organization
  readonly project: Project
  readonly app: App
  readonly configurations: readonly ChannelConfiguration[]
  /** The newest version of each template. */
  readonly templates: readonly TemplateVersion[]
  /** The Organization's own prices. */
  readonly prices: readonly PriceVersion[]
  readonly budgets: readonly Budget[]
  readonly hasSuppressions: boolean
}

/** The Organizations of apps, each once, and what is joined to them. */
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
/** Versions are time-ordered: the newest has the highest id. */
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

const appsNamed = (ids: readonly string[]) => ({
  epoch: queryOf(readEpoch(), epochOf),
  changes: queryOf(readVersions([]), (rows) => versionsIn(rows, [])),
  apps: queryOf(findApps(ids), eachOf(apps.of)),
  organizations: queryOf(findOrganizations(ids), byKey(organizations.of, organizationOf)),
  projects: queryOf(
    findProjects(ids),
    byKey(projects.of, ({ projectId }) => projectId),
  ),
  configurations: queryOf(
    findConfigurations(ids),
    grouped(configurations.of, ({ appId }) => appId),
  ),
  templates: queryOf(findTemplates(ids), grouped(templates.of, organizationOf)),
  prices: queryOf(findPrices(ids), grouped(prices.of, ownerOf)),
  budgets: queryOf(findBudgets(ids), grouped(budgets.of, organizationOf)),
  suppressing: queryOf(findSuppressing(ids), (rows) => new Set(rows.map(([id]) => idOf('org', id)))),
})

type Found = QueryAnswers<ReturnType<typeof appsNamed>>

const partOf = (found: Found, app: App): AppPart | undefined => {
  const organization = found.organizations.get(app.organizationId)
  const project = found.projects.get(app.projectId)
  if (organization === undefined || project === undefined) return undefined
  const { organizationId, defaultCurrency } = organization
  return {
    organization,
    project,
    app,
    configurations: found.configurations.get(app.appId) ?? [],
    templates: found.templates.get(organizationId) ?? [],
    prices: (found.prices.get(organizationId) ?? []).filter(({ currency }) => currency === defaultCurrency),
    budgets: found.budgets.get(organizationId) ?? [],
    hasSuppressions: found.suppressing.has(organizationId),
  }
}

/** The parts of catalogs that belong to single apps, in one consistent reading: its epoch, the last change for everyone, and the apps that exist. */
export const readApps = (
  appIds: readonly AppId[],
): Queries<{
  readonly epoch: number
  readonly everyone: number
  readonly parts: ReadonlyMap<AppId, AppPart>
}> => {
  const asked = queries(appsNamed(appIds.map(idCell)))
  return {
    statements: asked.statements,
    of: (answers) => {
      const found = asked.of(answers)
      const parts = found.apps.flatMap((app) => {
        const part = partOf(found, app)
        return part === undefined ? [] : [[app.appId, part] as const]
      })
      return { epoch: found.epoch, everyone: found.changes.everyone, parts: new Map(parts) }
    },
  }
}
