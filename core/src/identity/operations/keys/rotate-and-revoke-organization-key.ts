import type { AgentKey } from '../../domain/agents/agent-key.js'
import { allowlistProblems } from '../../../runner/domain/grants/own-powers.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { replaceKey } from '../../use-cases/agents/replace-key.js'
import { type AuthorizedCall, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { revoke, rotated } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { CUSTOMERS_OWN_KEYS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { agentKeyId as agentKeyIdField, agentKeyShape } from './shapes.js'
import {
  overlapSeconds as overlapSecondsField,
  secret,
  revokeCredentials,
  credentialShape,
} from '../credentials/shapes.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { list } from '../../../kernel/codecs/list.js'

/** The requested key of the Organization; NotFound for an unknown one or another Organization's. */
const ownKey = async (
  unit: UnitOfWork,
  call: AuthorizedCall<{ readonly agentKeyId: string }>,
): Promise<E.Either<Refusal, AgentKey>> => {
  const agentKeyId = knownId('agk', call.request.agentKeyId)
  if (E.isLeft(agentKeyId)) return agentKeyId
  const key = await unit.agentKeys.lock(agentKeyId.right)
  return key?.organizationId === membershipOf(call).organization.organizationId
    ? E.right(key)
    : E.left(refusal('NotFound'))
}

/**
 * Rotates a key of the Organization. The person who rotates it becomes the sponsor of the new key, because
 * they have its secret and must answer for its use. PermissionDenied for a key with an operation that they
 * couldn't allow. Other refusals as in {@link replaceKey}.
 */
export const rotateOrganizationAgentKeyEntry = entryOf('Keys', 'rotateOrganizationAgentKey', {
  ...CUSTOMERS_OWN_KEYS,
  stepUp: true,
  effect: 'ends',
  quotas: ['agentKeys'],
  summary: 'Replace an Agent key of the Organization with a new one',
  description:
    'The previous key keeps working for the overlap, at most a day. The caller becomes sponsor of the new key, because they see its secret.',
  whileSuspended: false,
  request: mutationRequest(
    { organizationId, agentKeyId: agentKeyIdField, overlapSeconds: overlapSecondsField, reason: reasonField },
    {},
  ),
  result: mutationResult({ agentKey: agentKeyShape, secret, previous: agentKeyShape }, {}),
})

export const rotateOrganizationAgentKey = mutation(rotateOrganizationAgentKeyEntry, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { overlapSeconds, reason } = request
    const key = await ownKey(unit, call)
    if (E.isLeft(key)) return key
    const { agentKeyId } = key.right
    const { role } = membershipOf(call).member
    const mayRotate = ({ allowlist }: AgentKey) =>
      allowlistProblems({ role, isOwn: true }, allowlist, needs.entries).length === 0
    const rotation = { agentKeyId, overlapSeconds, mayRotate, sponsorId: facts.user.userId }
    const done = await replaceKey(needs, unit, rotation, nowMs)
    return E.isLeft(done) ? done : rotated(done.right, { overlapSeconds, reason }, nowMs)
  },
})

/**
 * Revokes a key of the Organization permanently, whoever its sponsor is; Conflict if it is already revoked.
 */
export const revokeOrganizationAgentKeyEntry = entryOf('Keys', 'revokeOrganizationAgentKey', {
  ...CUSTOMERS_OWN_KEYS,
  effect: 'ends',
  summary: 'Revoke an Agent key of the Organization',
  whileSuspended: true,
  description:
    'Lists the server credentials that were created with the key. `revokeCredentials` revokes them too.',
  request: mutationRequest(
    { organizationId, agentKeyId: agentKeyIdField, reason: reasonField },
    { revokeCredentials },
  ),
  result: mutationResult(
    {
      agentKey: agentKeyShape,
      credentials: list(credentialShape, {
        description: 'The server credentials that were created with the key.',
      }),
    },
    {},
  ),
})

export const revokeOrganizationAgentKey = mutation(revokeOrganizationAgentKeyEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const key = await ownKey(unit, call)
    if (E.isLeft(key)) return key
    const { reason, revokeCredentials: isWhole = false } = call.request
    return revoke(unit, key.right, { reason, isWhole }, call.nowMs)
  },
})
