import { organizationView } from '../organizations/views.js'
import { refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS_AT_WEBSITE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { version as versionField } from '../../../runner/domain/fields/version.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { organizationShape } from '../organizations/shapes.js'

/**
 * Requires a second factor of an Organization's members, or stops requiring it, from their next request on.
 * Conflict for an outdated version, if nothing would change, and for an owner without a second factor, who
 * would lock themselves out.
 */
export const requireSecondFactorEntry = entryOf('Members', 'requireSecondFactor', {
  ...MEMBERS_AT_WEBSITE,
  effect: 'changes',
  stepUp: true,
  summary: 'Require a second factor for members, or stop requiring it',
  description:
    'Members without a second factor can do nothing in the Organization until they turn one on. Only owners who have one can require it.',
  tenant: 'organizationId',
  permission: 'organization.manage',
  whileSuspended: true,
  controls: ['reason', 'version'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      isRequired: flag({ description: '`true` if members need a second factor from now on.' }),
      version: versionField,
      reason: reasonField,
    },
    {},
  ),
  result: mutationResult({ organization: organizationShape }, {}),
})

const ownFirst = E.left(refusalSaying('Conflict', 'Turn on your own second factor first, at /second-factor.'))

export const requireSecondFactor = mutation(requireSecondFactorEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { isRequired, version, reason } = call.request
    const { organizationId } = membershipOf(call).organization
    const held = await unit.organizations.lock(organizationId)
    if (held === undefined) return E.left(refusal('NotFound'))
    if (held.version !== version || held.requiresSecondFactor === isRequired)
      return E.left(refusal('Conflict'))
    const organization = { ...held, requiresSecondFactor: isRequired, version: version + 1 }
    if (call.isLockedOut(organization)) return ownFirst
    unit.organizations.replace(organization)
    return E.right({
      result: { organization: organizationView(organization) },
      about: { target: organizationId, reason, details: { isRequired, version: organization.version } },
    })
  },
})
