import { memberOperations } from './operations.js'
import { organizationView } from '../organizations/views.js'
import { refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

const ownFirst = E.left(refusalSaying('Conflict', 'Turn on your own second factor first, at /second-factor.'))

/**
 * Requires a second factor of an Organization's members, or stops requiring it, from their next request on. Conflict for another
 * version than the present one, if nothing would change, and for an owner without a second factor, who would lock themselves out.
 */
export const requireSecondFactor = mutation(memberOperations.requireSecondFactor, {
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
