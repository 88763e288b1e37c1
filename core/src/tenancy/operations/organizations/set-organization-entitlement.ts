import { entitlementsView, organizationView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { isEntitled, withEntitlement } from '../../domain/is-entitled.js'
import { E } from '../../../fp.js'
import { environmentInUnit } from '../../use-cases/environment-meant.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { ORGANIZATIONS_ADMIN } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { version as versionField } from '../../../runner/domain/fields/version.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { organizationShape, entitlementShape } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'

/**
 * Opens or closes a channel of an environment; the other environment is unchanged. Conflict if nothing would
 * change, or for an outdated version.
 */
export const setOrganizationEntitlementEntry = entryOf('Organizations', 'setOrganizationEntitlement', {
  ...ORGANIZATIONS_ADMIN,
  summary: 'Allow or forbid a channel for an Organization',
  description:
    'Applies to one environment. In production every channel is forbidden until a super admin allows it; in test every channel is allowed until a super admin forbids it.',
  success: 'The channel is allowed or forbidden for the Organization.',
  mutation: true,
  effect: 'changes',
  stepUp: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      channel: literalUnion(CHANNEL_NAMES, { description: 'Channel to allow or forbid.' }),
      enabled: flag({ description: '`true` allows the channel; `false` forbids it.' }),
      version: versionField,
      reason: reasonField,
    },
    { environment: environmentMeant },
  ),
  result: mutationResult(
    {
      organization: organizationShape,
      entitlements: list(entitlementShape, {
        description: 'The channels of the environment after the change.',
      }),
      environment: environmentField,
    },
    {},
  ),
})

export const setOrganizationEntitlement = mutation(setOrganizationEntitlementEntry, {
  lock: 'exclusive',
  run: async (unit, { request }) => {
    const { channel, enabled, version, reason } = request
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const before = await unit.organizations.lock(organizationId.right)
    if (before === undefined) return E.left(refusal('NotFound'))
    const meant = await environmentInUnit(unit, organizationId.right, request.environment)
    if (E.isLeft(meant)) return meant
    const environment = meant.right
    const isSo = isEntitled(before, environment, channel) === enabled
    if (isSo || before.version !== version) return E.left(refusal('Conflict'))
    const switched = withEntitlement(before, environment, channel, enabled)
    const organization = { ...switched, version: version + 1 }
    unit.organizations.replace(organization)
    const entitlements = entitlementsView(organization, environment)
    return E.right({
      result: { organization: organizationView(organization), entitlements, environment },
      about: {
        target: organizationId.right,
        organizationId: organizationId.right,
        reason,
        details: { environment, channel, enabled, version: organization.version },
      },
    })
  },
})
