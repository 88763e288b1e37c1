import { type Entries, operationsAbout } from '../entries/operation.js'
import { mutationRequest, mutationResult } from '../entries/request.js'
import { brandId, environment, organizationId, projectId } from '../fields/tenancy.js'
import { name } from '../fields/written-texts.js'
import { appShape, brandShape, platform, projectShape, restrictionsRequest } from './shapes.js'

const PLACES = {
  audiences: ['customerWebsite', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'apps.manage',
  mutation: true,
  whileSuspended: false,
  controls: [],
} as const

/** What sends for an Organization, and where it stands (docs/contract#apps). */
export const appOperations = operationsAbout('Apps', {
  createCustomerBrand: {
    ...PLACES,
    summary: 'Create a Brand',
    request: mutationRequest({ organizationId, name: name('What people call it.', 'Acme') }, {}),
    result: mutationResult({ brand: brandShape }, {}),
  },
  createProject: {
    ...PLACES,
    summary: 'Create a Project of a Brand',
    request: mutationRequest(
      { organizationId, brandId, name: name('What people call it.', 'Orders'), environment },
      {},
    ),
    result: mutationResult({ project: projectShape }, {}),
  },
  registerApp: {
    summary: 'Register an app',
    description: "Its environment is its Project's.",
    audiences: ['customerControl', 'customerAgent'],
    keyKinds: ['customer'],
    tenant: 'organizationId',
    permission: 'apps.manage',
    mutation: true,
    whileSuspended: false,
    controls: [],
    request: mutationRequest(
      {
        organizationId,
        brandId,
        projectId,
        name: name('What people call it.', 'Order service'),
        platform,
        restrictions: restrictionsRequest,
      },
      {},
    ),
    result: mutationResult({ app: appShape }, {}),
  },
} as const satisfies Entries)
