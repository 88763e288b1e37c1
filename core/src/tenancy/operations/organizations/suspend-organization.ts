import { organizationView } from './views.js'
import type { Organization } from '../../domain/records.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { switchOrganization } from '../../../platform/use-cases/operators/switch-organization.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { ORGANIZATIONS_ADMIN } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { organizationShape } from './shapes.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'

const SWITCH = {
  ...ORGANIZATIONS_ADMIN,
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ organizationId: organizationIdField, version, reason }, {}),
  result: mutationResult({ organization: organizationShape }, {}),
} as const

/** Suspends or reactivates an Organization; affected messages are checked again. */
const switching = (status: Organization['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request }: CallOf<typeof suspendOrganizationEntry>) => {
    const known = knownId('org', request.organizationId)
    if (E.isLeft(known)) return known
    const organizationId = known.right
    const done = await switchOrganization(unit, organizationId, status, request.version)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { organization: organizationView(result) },
      about: { ...about, reason: request.reason },
      concerned: { _tag: 'OfOrganization' as const, organizationId },
    })
  },
})

export const suspendOrganizationEntry = entryOf('Organizations', 'suspendOrganization', {
  ...SWITCH,
  effect: 'ends',
  stepUp: true,
  summary: 'Suspend an Organization',
  description:
    'New sends of the Organization are refused, and messages that no provider has accepted yet are cancelled.',
  success: 'The Organization is suspended; its sends are refused.',
})

export const suspendOrganization = mutation(suspendOrganizationEntry, switching('suspended'))

/** Lets a suspended Organization send again. */
export const reactivateOrganizationEntry = entryOf('Organizations', 'reactivateOrganization', {
  ...SWITCH,
  effect: 'changes',
  noStepUp: NO_STEP_UP.SWITCHES,
  summary: 'Reactivate a suspended Organization',
  description: 'The Organization can send again. Cancelled messages stay cancelled.',
  success: 'The Organization is active and can send again.',
})

export const reactivateOrganization = mutation(reactivateOrganizationEntry, switching('active'))
