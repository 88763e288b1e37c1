import type { AgentKey } from '../../../domain/agents/agent-key.js'
import { checkKeyRequest } from '../../../domain/operations/key-grant.js'
import { keyOperations } from '../../../domain/operations/keys/operations.js'
import { listedAgentKeyView } from '../../../domain/operations/keys/views.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import { E } from '../../../fp.js'
import { sponsorOf } from '../../agents/sponsor-of.js'
import { replaceKey } from '../../agents/replace-key.js'
import { mutation } from '../running/implementation.js'
import { knownId, knownIdIfNamed } from '../running/known-id.js'
import { listing } from '../running/listing.js'
import { byId } from '../running/positions.js'
import { issued, issueKey, revoke, rotated } from './key-lifecycle.js'

/** Makes a key for a person who answers for it; refusals as of {@link sponsorOf}. */
export const createAgentKey = mutation(keyOperations.createAgentKey, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }) => checkKeyRequest(parts, nowMs),
  run: async (unit, { request, nowMs }, needs) => {
    const organizationId = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const sponsor = await sponsorOf(unit, request.sponsorEmail, organizationId.right)
    if (E.isLeft(sponsor)) return sponsor
    const { userId: sponsorId } = sponsor.right
    const grant = { kind: request.kind, organizationId: organizationId.right, sponsorId }
    return issued(await issueKey(needs, unit, grant, request, nowMs), request.reason, nowMs)
  },
})

/** Makes an admin key; the super admin who makes it answers for it (docs/contract#agent-keys). */
export const createAdminAgentKey = mutation(keyOperations.createAdminAgentKey, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }) => checkKeyRequest({ ...parts, kind: 'admin' }, nowMs),
  run: async (unit, { request, facts, nowMs }, needs) => {
    const grant = { kind: 'admin', organizationId: undefined, sponsorId: facts.user.userId } as const
    return issued(await issueKey(needs, unit, grant, request, nowMs), request.reason, nowMs)
  },
})

/**
 * Rotates a key; an admin key by its sponsor alone, present with a second factor
 * (docs/contract#key-lifetimes).
 */
export const rotateAgentKey = mutation(keyOperations.rotateAgentKey, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }, needs) => {
    const { overlapSeconds, reason } = request
    const agentKeyId = knownId('agk', request.agentKeyId)
    if (E.isLeft(agentKeyId)) return agentKeyId
    const mayRotate = ({ kind, sponsorId }: AgentKey) => kind !== 'admin' || sponsorId === facts.user.userId
    const asked = { agentKeyId: agentKeyId.right, overlapSeconds, mayRotate }
    const done = await replaceKey(needs, unit, asked, nowMs)
    if (E.isLeft(done)) return done
    return rotated(done.right, { overlapSeconds, reason }, nowMs)
  },
})

/** Ends a key of any kind for good: requests that begin after the answer are refused; Conflict where it was before. */
export const revokeAgentKey = mutation(keyOperations.revokeAgentKey, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }) => {
    const agentKeyId = knownId('agk', request.agentKeyId)
    if (E.isLeft(agentKeyId)) return agentKeyId
    const key = await unit.agentKeys.lock(agentKeyId.right)
    if (key === undefined) return E.left(refusal('NotFound'))
    return revoke(unit, key, request.reason, nowMs)
  },
})

/** Agent keys, newest first, of an Organization or a kind, with the hour of their last use. */
export const listAgentKeys = listing(keyOperations.listAgentKeys, {
  positions: byId('agk'),
  query: ({ request: { organizationId: named, kind } }) => {
    const organizationId = knownIdIfNamed('org', named)
    return E.isLeft(organizationId) ? organizationId : E.right({ organizationId: organizationId.right, kind })
  },
  read: (query, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.agentKeys({ ...query, before, limit })(),
  positionOf: ({ key }) => key.agentKeyId,
  show: (found, _read, { nowMs }) => ({
    agentKeys: found.map(({ key, lastUsedAtMs }) => listedAgentKeyView(key, lastUsedAtMs, nowMs)),
  }),
})
