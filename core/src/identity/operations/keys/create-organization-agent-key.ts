import { checkKeyRequest } from '../../../runner/domain/grants/key-grant.js'
import { allowlistProblems } from '../../../runner/domain/grants/own-powers.js'
import { invalidRequest } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { issued, issueKey } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { CUSTOMERS_OWN_KEYS, keyLabel, KEY_LIFE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { allowlist, agentKeyShape } from './shapes.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { secret } from '../credentials/shapes.js'

/**
 * Creates a key of the Organization, sponsored by its creator (docs/api/access#agent-keys). InvalidRequest
 * for an operation that they may not perform, or that only owners may allow.
 */
export const createOrganizationAgentKeyEntry = entryOf('Keys', 'createOrganizationAgentKey', {
  ...CUSTOMERS_OWN_KEYS,
  stepUp: true,
  effect: 'adds',
  quotas: ['agentKeys'],
  summary: 'Create an Agent key of the Organization with the caller as sponsor',
  description:
    'The key expires after a year, or at `expiresAt`. It never expires if `acknowledgeNeverExpires` is `true`. Its secret is shown only once.',
  whileSuspended: false,
  request: mutationRequest(
    { organizationId: organizationIdField, allowlist, label: keyLabel, reason },
    KEY_LIFE,
  ),
  result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
})

export const createOrganizationAgentKey = mutation(createOrganizationAgentKeyEntry, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }, { entries }) => checkKeyRequest({ ...parts, kind: 'customer' }, nowMs, entries),
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { organization, member } = membershipOf(call)
    const unfit = allowlistProblems({ role: member.role, isOwn: true }, request.allowlist, needs.entries)
    if (unfit.length > 0) return E.left(invalidRequest(unfit))
    const { organizationId } = organization
    const ownership = { organizationId, sponsorId: facts.user.userId }
    const grant = { kind: 'customer', ...ownership, isConfirmed: true } as const
    return issued(await issueKey(needs, unit, grant, request, nowMs), request.reason, nowMs)
  },
})
