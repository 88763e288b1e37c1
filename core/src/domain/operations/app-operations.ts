import type { Operation } from './operation.js'
import { mutationRequest, mutationResult } from './request.js'
import {
  appShape,
  brandId,
  organizationId,
  platform,
  projectId,
  restrictionsRequest,
} from './shapes/tenancy-shapes.js'
import { name } from './shapes/written-texts.js'

/** What sends for an Organization (decisions 9). */
export const appOperations = {
  registerApp: {
    subject: 'Apps',
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
} as const satisfies Record<string, Operation>
