import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { accountOperations } from './operations.js'
import { appView, brandView, projectView } from '../apps/views.js'
import { organizationView } from '../organizations/views.js'
import { type Membership, permissionsOf } from '../../../identity/domain/access/authorize-member.js'
import type { Brand, Organization, Project } from '../../domain/records.js'
import { E } from '../../../fp.js'
import type { TenancyTree } from '../../ports/tenancy-storage.js'
import { mutation, reading, shown } from '../../../runner/use-cases/implementation.js'

const NOTHING: TenancyTree = { brands: [], projects: [], apps: [] }

/** A place in an Organization; who is locked out of it sees nothing below it, and may do nothing there. */
const branchOf = (
  { member, organization }: Membership,
  isLockedOut: boolean,
  { brands, projects, apps }: TenancyTree,
) => ({
  organization: organizationView(organization),
  role: member.role,
  permissions: isLockedOut ? [] : [...permissionsOf(member.role)],
  needsSecondFactor: isLockedOut,
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

/** Who is signed in, their memberships, and what belongs to those Organizations. */
export const getCustomerContext = reading(accountOperations.getCustomerContext, {
  read: async ({ facts: { user, memberships }, isLockedOut }, { storage }) => {
    const tree = await storage.tenancy.tree(
      memberships.map(({ organization }) => organization.organizationId),
    )()
    if (E.isLeft(tree)) return tree
    const { epoch, value } = tree.right
    const result = {
      user: { userId: user.userId, email: user.email, displayName: user.displayName },
      memberships: memberships.map((membership) => {
        const isOut = isLockedOut(membership.organization)
        return branchOf(membership, isOut, isOut ? NOTHING : value)
      }),
    }
    return shown(epoch, result)
  },
})

/**
 * Makes an Organization with its first Brand and Project; the caller owns it. In the test environment every channel is
 * open to it, in production none before an operator opens it, whichever its first Project is of
 * (docs/contract#entitlements). Conflict where the caller owns as many as one person can own.
 */
export const createOrganization = mutation(accountOperations.createOrganization, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs: createdAtMs }, { ids, platform }) => {
    if ((await unit.members.countOwned(facts.user.userId)) >= QUOTAS.organizations.most)
      return E.left(quotaReached('organizations'))
    const organization: Organization = {
      organizationId: ids.next('org'),
      displayName: request.displayName,
      legalName: request.legalName,
      status: 'active',
      defaultCurrency: platform.currency,
      entitledChannels: [],
      closedTestChannels: [],
      requiresSecondFactor: false,
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
  },
})
