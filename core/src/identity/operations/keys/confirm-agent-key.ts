import { isLiveKey } from '../../domain/agents/agent-key.js'
import { agentKeyView } from './views.js'
import { authorizeMember } from '../../domain/access/authorize-member.js'
import { refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../domain/access/operation.js'
import { CUSTOMERS_OWN_KEYS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { agentKeyId as agentKeyIdField, agentKeyShape } from './shapes.js'

/**
 * Confirms a key that another person created for the caller; it is valid from then on. NotFound for a key
 * with another sponsor; PermissionDenied if the caller can no longer manage keys of its Organization;
 * Conflict if it is already confirmed or has ended.
 */
export const confirmAgentKeyEntry = entryOf('Keys', 'confirmAgentKey', {
  ...CUSTOMERS_OWN_KEYS,
  stepUp: true,
  effect: 'changes',
  summary: "Confirm an Agent key that someone else created in the caller's name",
  description: 'Activates the key. Until then, calls with it are refused.',
  tenant: 'none',
  permission: undefined,
  controls: [],
  whileSuspended: true,
  refusals: ['NotFound'],
  request: mutationRequest({ agentKeyId: agentKeyIdField }, {}),
  result: mutationResult({ agentKey: agentKeyShape }, {}),
})

const lockedOut = E.left(
  refusalSaying(
    'PermissionDenied',
    'The Organization requires a second factor. Turn one on at /second-factor.',
  ),
)

export const confirmAgentKey = mutation(confirmAgentKeyEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { facts, nowMs } = call
    const agentKeyId = knownId('agk', call.request.agentKeyId)
    if (E.isLeft(agentKeyId)) return agentKeyId
    const key = await unit.agentKeys.lock(agentKeyId.right)
    if (key === undefined || key.sponsorId !== facts.user.userId) return E.left(refusal('NotFound'))
    const { organizationId, kind } = key
    if (organizationId !== undefined) {
      const rule = { permission: 'agentKeys.manage', whileSuspended: true } as const
      const membership = authorizeMember(rule, facts.memberships, organizationId)
      if (E.isLeft(membership)) return membership
      if (call.isLockedOut(membership.right.organization)) return lockedOut
    }
    if (key.confirmedAtMs !== undefined || !isLiveKey(key, nowMs)) return E.left(refusal('Conflict'))
    const confirmed = { ...key, confirmedAtMs: nowMs }
    unit.agentKeys.replace(confirmed)
    const details = { kind, operations: key.allowlist.join(',') }
    return E.right({
      result: { agentKey: agentKeyView(confirmed, nowMs) },
      about: { target: key.agentKeyId, organizationId, details },
    })
  },
})
