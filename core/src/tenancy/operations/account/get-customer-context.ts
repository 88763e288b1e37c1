import { appView, brandView, projectView } from '../apps/views.js'
import { organizationView } from '../organizations/views.js'
import { type Membership, permissionsOf } from '../../../identity/domain/access/authorize-member.js'
import { E } from '../../../fp.js'
import type { TenancyTree } from '../../ports/tenancy-storage.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { open } from '../../../kernel/codecs/shape.js'
import { projectShape, appShape, brandShape } from '../apps/shapes.js'
import { list } from '../../../kernel/codecs/list.js'
import { organizationShape } from '../organizations/shapes.js'
import { role, userShape } from '../members/shapes.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { PERMISSIONS } from '../../../identity/domain/people/roles.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'

const projectTree = open(
  { ...projectShape.required, apps: list(appShape) },
  {},
  { name: 'ProjectTree', description: 'A Project and its apps.' },
)

const brandTree = open(
  { ...brandShape.required, projects: list(projectTree) },
  {},
  { name: 'BrandTree', description: 'A Brand and what stands below it.' },
)

const membershipField = open(
  {
    organization: organizationShape,
    role,
    permissions: list(literalUnion(PERMISSIONS)),
    needsSecondFactor: flag({
      description:
        'Whether the caller can’t work there before they turn on a second factor: nothing below it is shown.',
    }),
    brands: list(brandTree),
  },
  {},
  { name: 'Membership', description: 'A place in an Organization, and what stands below it.' },
)

/** The signed-in user, their memberships, and the records of those Organizations. */
export const getCustomerContextEntry = entryOf('Account', 'getCustomerContext', {
  summary: 'Show who is signed in, and what belongs to their Organizations',
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'none',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
  live: runAgain('act'),
  request: readRequest({}, {}),
  result: readResult({ user: userShape, memberships: list(membershipField) }, {}),
})

const NOTHING: TenancyTree = { brands: [], projects: [], apps: [] }

/**
 * A membership with its Organization's records; a member who is locked out sees none of the records and may
 * do nothing there.
 */
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

export const getCustomerContext = reading(getCustomerContextEntry, {
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
