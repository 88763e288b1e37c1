import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { isSoughtApp } from '@postrider/core/tenancy/domain/app-search'
import { isSoughtOrganization } from '@postrider/core/tenancy/domain/organization-search'
import type {
  AdministrationStorage,
  AppSearchQuery,
  FoundApp,
  OrganizationFile,
  OrganizationQuery,
} from '@postrider/core/platform/ports/administration-storage'
import { readAsOf } from '../../guards/as-of.js'
import { apps, brands, configurations, organizations, projects } from '../../catalog/tables.js'
import { type Cells, readInteger, readText } from '../../cells/cell.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { accounts } from '../../ledger/accounts-table.js'
import { lookAt, readAhead } from './look-at.js'
import { eachOf, firstOf, queries, queryOf } from '../../engine/queries.js'

const listOrganizations = statement(`
  SELECT ${organizations.select('o')} FROM organizations o {by organizations.PRIMARY}
  WHERE o.id < ?x ORDER BY o.id DESC LIMIT ?`)
const findOrganization = statement(
  `SELECT ${organizations.select('o')} FROM organizations o {by organizations.PRIMARY} WHERE o.id = ?x`,
)
const below = (name: string, columns: string) =>
  statement(
    `SELECT ${columns} FROM ${name} r {by ${name}.of_organization} WHERE r.organization_id = ?x ORDER BY r.id`,
  )
const findBrands = below('brands', brands.select('r'))
const findProjects = below('projects', projects.select('r'))
const findApps = below('apps', apps.select('r'))
const countMembers = statement(
  'SELECT COUNT(*) FROM members m {by members.PRIMARY} WHERE m.organization_id = ?x',
)
const findConfigurations = statement(`
  SELECT ${configurations.select('c')} FROM apps a {by apps.of_organization}
  {in this order} channel_configurations c {by channel_configurations.PRIMARY} ON c.app_id = a.id
  WHERE a.organization_id = ?x ORDER BY c.app_id, c.channel`)

const findAccounts = statement(`
  SELECT ${accounts.select('a')} FROM accounts a {by accounts.PRIMARY}
  WHERE a.organization_id = ?x ORDER BY a.currency, a.environment`)

const fileQueries = (organizationId: OrganizationId) => {
  const id = idCell(organizationId)
  return queries({
    organization: queryOf(findOrganization(id), firstOf(organizations.of)),
    brands: queryOf(findBrands(id), eachOf(brands.of)),
    projects: queryOf(findProjects(id), eachOf(projects.of)),
    apps: queryOf(findApps(id), eachOf(apps.of)),
    members: queryOf(countMembers(id), (rows) => readInteger(rows[0]?.[0])),
    configurations: queryOf(findConfigurations(id), eachOf(configurations.of)),
    accounts: queryOf(findAccounts(id), eachOf(accounts.of)),
  })
}

const fileOf = ({
  organization,
  ...belonging
}: ReturnType<ReturnType<typeof fileQueries>['of']>): OrganizationFile | undefined =>
  organization === undefined ? undefined : { organization, ...belonging }

const list = (engine: Engine, mostLookedAt: number, query: OrganizationQuery) => {
  const { status, text, before, limit } = query
  const isPicky = status !== undefined || text !== undefined
  const most = readAhead(isPicky, limit, mostLookedAt)
  const page = listOrganizations(before === undefined ? BEYOND_ALL : idCell(before), most)
  return readAsOf(engine, [page], ([rows = []]) =>
    lookAt(rows.map(organizations.of), {
      limit,
      mostLookedAt,
      isSought: (organization) => isSoughtOrganization(organization, query),
      idOf: ({ organizationId }) => organizationId,
    }),
  )
}

const listApps = statement(`
  SELECT o.display_name, ${apps.select('a')} FROM apps a {by apps.PRIMARY}
  {in this order} organizations o {by organizations.PRIMARY} ON o.id = a.organization_id
  WHERE a.id < ?x ORDER BY a.id DESC LIMIT ?`)

const foundApp = ([name, ...cells]: Cells): FoundApp => ({
  app: apps.of(cells),
  organizationName: readText(name),
})

const listFoundApps = (engine: Engine, mostLookedAt: number, { text, before, limit }: AppSearchQuery) => {
  const most = readAhead(text !== undefined, limit, mostLookedAt)
  const page = listApps(before === undefined ? BEYOND_ALL : idCell(before), most)
  return readAsOf(engine, [page], ([rows = []]) =>
    lookAt(rows.map(foundApp), {
      limit,
      mostLookedAt,
      isSought: ({ app }) => isSoughtApp(app, text),
      idOf: ({ app }) => app.appId,
    }),
  )
}

/** Organizations and their apps as super admins read them. */
export const organizationReadings = (
  engine: Engine,
  mostLookedAt: number,
): Pick<AdministrationStorage, 'organizations' | 'organization' | 'apps'> => ({
  organizations: (query) => () => list(engine, mostLookedAt, query),
  apps: (query) => () => listFoundApps(engine, mostLookedAt, query),
  organization: (organizationId) => () => {
    const file = fileQueries(organizationId)
    return readAsOf(engine, file.statements, (answers) => fileOf(file.of(answers)))
  },
})
