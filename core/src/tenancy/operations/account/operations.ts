import { flag } from '../../../kernel/codecs/flag.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { PERMISSIONS } from '../../../identity/domain/people/roles.js'
import { appShape, brandShape, projectShape } from '../apps/shapes.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { environment } from '../../../runner/domain/fields/tenancy.js'
import { name } from '../../../runner/domain/fields/written-texts.js'
import { role, userShape } from '../members/shapes.js'
import { organizationShape } from '../organizations/shapes.js'

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

const membership = open(
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

/** Who one is, and where one belongs (docs/contract#control-operations). */
export const accountOperations = operationsAbout('Account', {
  getCustomerContext: {
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
    result: readResult({ user: userShape, memberships: list(membership) }, {}),
  },
  createOrganization: {
    summary: 'Create an Organization with its first Brand and Project',
    description: 'The caller becomes its owner.',
    audiences: ['customerControl', 'customerAgent'],
    keyKinds: ['bootstrap'],
    tenant: 'none',
    permission: undefined,
    mutation: true,
    effect: 'adds',
    quotas: ['organizations'],
    whileSuspended: true,
    controls: [],
    request: mutationRequest(
      {
        displayName: name('What people call it.', 'Acme'),
        legalName: name('What contracts call it.', 'Acme Private Limited'),
        brandName: name('The first Brand.', 'Acme'),
        projectName: name('The first Project.', 'Orders'),
        environment,
      },
      {},
    ),
    result: mutationResult({ organization: organizationShape, brand: brandShape, project: projectShape }, {}),
  },
} as const satisfies Entries)
