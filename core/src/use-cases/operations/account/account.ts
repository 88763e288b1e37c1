import { permissionsOf } from '../../../domain/operations/running/authorise.js'
import { appView, brandView, projectView } from '../../../domain/operations/apps/views.js'
import { organizationView } from '../../../domain/operations/organizations/views.js'
import type { Brand, Organization, Project } from '../../../domain/tenancy/records.js'
import { E, pipe, TE } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { Membership } from '../../../ports/storage/people-storage.js'
import type { TenancyTree } from '../../../ports/storage/tenancy-storage.js'
import { type Implementations, mutation, type Reading } from '../running/implementation.js'

/** What the platform decides for every new Organization. */
export interface PlatformDefaults {
  readonly currency: string
}

const branchOf = ({ member, organization }: Membership, { brands, projects, apps }: TenancyTree) => ({
  organization: organizationView(organization),
  role: member.role,
  permissions: [...permissionsOf(member.role)],
  brands: brands
    .filter(({ organizationId }) => organizationId === organization.organizationId)
    .map((brand) => ({
      ...brandView(brand),
      projects: projects
        .filter(({ brandId }) => brandId === brand.brandId)
        .map((project) => ({
          ...projectView(project),
          apps: apps.filter(({ projectId }) => projectId === project.projectId).map(appView),
        })),
    })),
})

/** Who is signed in, his places, and what stands below them. */
const getCustomerContext =
  ({ storage }: Pick<Ports, 'storage'>): Reading<'getCustomerContext'> =>
  ({ facts: { user, memberships } }) =>
    pipe(
      storage.tenancy.tree(memberships.map(({ organization }) => organization.organizationId)),
      TE.map(({ epoch, value }) => ({
        epoch,
        value: {
          organizationId: undefined,
          result: {
            user: { userId: user.userId, email: user.email, displayName: user.displayName },
            memberships: memberships.map((membership) => branchOf(membership, value)),
          },
        },
      })),
    )

/**
 * Makes an Organization with its first Brand and Project; the caller owns it. In the test environment every channel is
 * open to it, in production none before an operator opens it, whichever its first Project is of
 * (docs/contract#entitlements).
 */
const createOrganization = ({ ids }: Pick<Ports, 'ids'>, { currency }: PlatformDefaults) =>
  mutation<'createOrganization'>('exclusive', async (unit, { request, facts, nowMs: createdAtMs }) => {
    const organization: Organization = {
      organizationId: ids.next('org'),
      displayName: request.displayName,
      legalName: request.legalName,
      status: 'active',
      defaultCurrency: currency,
      entitledChannels: [],
      closedTestChannels: [],
      firstBook: 'production',
      createdAtMs,
      version: 1,
    }
    const { organizationId } = organization
    const brand: Brand = { brandId: ids.next('brd'), organizationId, name: request.brandName, createdAtMs }
    const { brandId } = brand
    const { projectName: name, environment } = request
    const project: Project = {
      projectId: ids.next('prj'),
      brandId,
      organizationId,
      name,
      environment,
      createdAtMs,
    }
    unit.organizations.add(organization)
    unit.brands.add(brand)
    unit.projects.add(project)
    unit.members.add({ organizationId, userId: facts.user.userId, role: 'owner', createdAtMs })
    return E.right({
      result: {
        organization: organizationView(organization),
        brand: brandView(brand),
        project: projectView(project),
      },
      about: { target: organizationId, organizationId, details: { environment } },
    })
  })

/** Who one is, and where one belongs. */
export const accountImplementations = (
  needs: Pick<Ports, 'storage' | 'ids'>,
  defaults: PlatformDefaults,
): Pick<Implementations, 'getCustomerContext' | 'createOrganization'> => ({
  getCustomerContext: getCustomerContext(needs),
  createOrganization: createOrganization(needs, defaults),
})
