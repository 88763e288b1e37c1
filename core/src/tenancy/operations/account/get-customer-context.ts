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
  { ...projectShape.required, apps: list(appShape, { description: 'The apps of the Project.' }) },
  {},
  { name: 'ProjectTree', description: 'A Project and its apps.' },
)

const brandTree = open(
  { ...brandShape.required, projects: list(projectTree, { description: 'The Projects of the Brand.' }) },
  {},
  { name: 'BrandTree', description: 'A Brand with its Projects.' },
)

const membershipField = open(
  {
    organization: organizationShape,
    role,
    permissions: list(literalUnion(PERMISSIONS), {
      description: 'Permissions of the caller in the Organization.',
    }),
    needsSecondFactor: flag({
      description:
        '`true` if the caller has to turn on a second factor first; until then, `brands` is empty.',
    }),
    brands: list(brandTree, { description: 'The Brands of the Organization.' }),
  },
  {},
  {
    name: 'Membership',
    description: "A membership of the caller in an Organization, with the Organization's Brands.",
  },
)

/** The signed-in user, their memberships, and the records of those Organizations. */
export const getCustomerContextEntry = entryOf('Account', 'getCustomerContext', {
  summary: 'Show who is signed in, and what belongs to their Organizations',
  description: 'Returns the user and their memberships, each with its Brands, Projects and apps.',
  success: 'The user and their memberships.',
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
  result: readResult(
    { user: userShape, memberships: list(membershipField, { description: 'The memberships of the user.' }) },
    {},
  ),
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
