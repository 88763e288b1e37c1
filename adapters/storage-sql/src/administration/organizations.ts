import type { OrganizationId } from '@postrider/core/domain/ids/id'
import { isSoughtOrganization } from '@postrider/core/domain/tenancy/organization-search'
import type {
  AdministrationStorage,
  OrganizationFile,
  OrganizationQuery,
} from '@postrider/core/ports/storage/administration-storage'
import { readAsOf } from '../epoch/as-of.js'
import { apps, brands, configurations, organizations, projects } from '../catalog/tables.js'
import { integer } from '../cells/cell.js'
import { BEYOND_ALL, idCell } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { lookAt, readAhead } from './look-at.js'

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

const readFile = (organizationId: OrganizationId): readonly Statement[] => {
  const id = idCell(organizationId)
  return [
    findOrganization(id),
    findBrands(id),
    findProjects(id),
    findApps(id),
    countMembers(id),
    findConfigurations(id),
  ]
}

const fileOf = ([
  found = [],
  ownBrands = [],
  ownProjects = [],
  ownApps = [],
  counted,
  configured = [],
]: readonly Rows[]): OrganizationFile | undefined => {
  const organization = found.map(organizations.of)[0]
  if (organization === undefined) return undefined
  return {
    organization,
    brands: ownBrands.map(brands.of),
    projects: ownProjects.map(projects.of),
    apps: ownApps.map(apps.of),
    members: integer(counted?.[0]?.[0]),
    configurations: configured.map(configurations.of),
  }
}

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
  organization: (organizationId) => () => readAsOf(engine, readFile(organizationId), fileOf),
})
