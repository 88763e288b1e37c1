import type { AgentKey } from '../../domain/agents/agent-key.js'
import { checkKeyRequest } from '../../../runner/domain/grants/key-grant.js'
import { allowlistProblems } from '../../../runner/domain/grants/own-powers.js'
import { keyOperations } from './operations.js'
import { listedAgentKeyView } from './views.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { replaceKey } from '../../use-cases/agents/replace-key.js'
import { type AuthorizedCall, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { issued, issueKey, revoke, rotated } from './key-lifecycle.js'

/** The Organization's key of this name; NotFound for another's, and for none. */
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
 * Makes a key of the Organization; the person who makes it answers for it (docs/contract#agent-keys). InvalidRequest for an operation
 * that they may not do themselves, and for one that only owners give.
 */
export const createOrganizationAgentKey = mutation(keyOperations.createOrganizationAgentKey, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }) => checkKeyRequest({ ...parts, kind: 'customer' }, nowMs),
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { organization, member } = membershipOf(call)
    const unfit = allowlistProblems({ role: member.role, isOwn: true }, request.allowlist)
    if (unfit.length > 0) return E.left(invalidRequest(unfit))
    const { organizationId } = organization
    const ownership = { organizationId, sponsorId: facts.user.userId }
    const grant = { kind: 'customer', ...ownership, isConfirmed: true } as const
    return issued(await issueKey(needs, unit, grant, request, nowMs), request.reason, nowMs)
  },
})

/**
 * Rotates a key of the Organization. Whoever rotates it answers for the new one: its secret is theirs, and what is done by it
 * is never told of somebody else. PermissionDenied for a key with an operation that they couldn't give it. Other refusals as of {@link replaceKey}.
 */
export const rotateOrganizationAgentKey = mutation(keyOperations.rotateOrganizationAgentKey, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { overlapSeconds, reason } = request
    const key = await ownKey(unit, call)
    if (E.isLeft(key)) return key
    const { agentKeyId } = key.right
    const { role } = membershipOf(call).member
    const mayRotate = ({ allowlist }: AgentKey) =>
      allowlistProblems({ role, isOwn: true }, allowlist).length === 0
    const rotation = { agentKeyId, overlapSeconds, mayRotate, sponsorId: facts.user.userId }
    const done = await replaceKey(needs, unit, rotation, nowMs)
    return E.isLeft(done) ? done : rotated(done.right, { overlapSeconds, reason }, nowMs)
  },
})

/** Ends a key of the Organization for good, whoever answers for it; Conflict where it was ended before. */
export const revokeOrganizationAgentKey = mutation(keyOperations.revokeOrganizationAgentKey, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const key = await ownKey(unit, call)
    if (E.isLeft(key)) return key
    const { reason, revokeCredentials: isWhole = false } = call.request
    return revoke(unit, key.right, { reason, isWhole }, call.nowMs)
  },
})

/** The Organization's keys, newest first, with the hour of their last use. */
export const listOrganizationAgentKeys = listing(keyOperations.listOrganizationAgentKeys, {
  positions: byId('agk'),
  query: (call) =>
    E.right({ organizationId: membershipOf(call).organization.organizationId, kind: undefined }),
  read: (query, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.agentKeys({ ...query, before, limit })(),
  positionOf: ({ key }) => key.agentKeyId,
  show: (found, _read, { nowMs }) => ({
    agentKeys: found.map(({ key, lastUsedAtMs }) => listedAgentKeyView(key, lastUsedAtMs, nowMs)),
  }),
})
