import type { OrganizationId } from '@postrider/core/domain/ids/id'
import { isSoughtOrganization } from '@postrider/core/domain/tenancy/organization-search'
import type {
  AdministrationStorage,
  OrganizationFile,
  OrganizationQuery,
} from '@postrider/core/ports/storage/administration-storage'
import { readAsOf } from '../epoch/as-of.js'
import { apps, brands, configurations, organizations, projects } from '../catalog/tables.js'
import { readInteger } from '../cells/cell.js'
import { BEYOND_ALL, idCell } from '../cells/id-cell.js'
import type { Engine } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { accounts } from '../ledger/accounts-table.js'
import { lookAt, readAhead } from './look-at.js'
import { eachOf, firstOf, queries, queryOf } from '../engine/queries.js'

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
  WHERE a.organization_id = ?x ORDER BY a.currency`)

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

/** Organizations as super admins read them. */
export const organizationReadings = (
  engine: Engine,
  mostLookedAt: number,
): Pick<AdministrationStorage, 'organizations' | 'organization'> => ({
  organizations: (query) => () => list(engine, mostLookedAt, query),
  organization: (organizationId) => () => {
    const file = fileQueries(organizationId)
    return readAsOf(engine, file.statements, (answers) => fileOf(file.of(answers)))
  },
})
