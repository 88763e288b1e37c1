import type { AgentKey } from '../../domain/agents/agent-key.js'
import { checkKeyRequest } from '../../../runner/domain/grants/key-grant.js'
import { allowlistProblems } from '../../../runner/domain/grants/own-powers.js'
import { keyOperations } from './operations.js'
import { listedAgentKeyView } from './views.js'
import { invalidRequest, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { sponsorOf } from '../../use-cases/agents/sponsor-of.js'
import { replaceKey } from '../../use-cases/agents/replace-key.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId, knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { reportNewKey } from './report-new-key.js'
import { issued, issueKey, revoke, rotated } from './key-lifecycle.js'

/**
 * Makes a key for a person who answers for it; refusals as of {@link sponsorOf}. It does nothing until that person confirms it at the
 * website; they and the owners of the Organization get an email. InvalidRequest for an operation that the person may not do
 * themselves, or that only an owner gives.
 */
export const createAgentKey = mutation(keyOperations.createAgentKey, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }) => checkKeyRequest(parts, nowMs),
  run: async (unit, { request, facts, nowMs }, needs) => {
    const organizationId = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const sponsor = await sponsorOf(unit, request.sponsorEmail, organizationId.right)
    if (E.isLeft(sponsor)) return sponsor
    const { user, role } = sponsor.right
    const unfit = role === undefined ? [] : allowlistProblems({ role, isOwn: false }, request.allowlist)
    if (unfit.length > 0) return E.left(invalidRequest(unfit))
    const isConfirmed = user.userId === facts.user.userId
    const ownership = { organizationId: organizationId.right, sponsorId: user.userId }
    const made = await issueKey(
      needs,
      unit,
      { kind: request.kind, ...ownership, isConfirmed },
      request,
      nowMs,
    )
    if (E.isRight(made)) await reportNewKey(needs, unit, made.right.key, facts.user, nowMs)
    return issued(made, request.reason, nowMs)
  },
})

/** Makes an admin key; the super admin who makes it answers for it (docs/contract#agent-keys). */
export const createAdminAgentKey = mutation(keyOperations.createAdminAgentKey, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }) => checkKeyRequest({ ...parts, kind: 'admin' }, nowMs),
  run: async (unit, { request, facts, nowMs }, needs) => {
    const grant = {
      kind: 'admin',
      organizationId: undefined,
      sponsorId: facts.user.userId,
      isConfirmed: true,
    } as const
    return issued(await issueKey(needs, unit, grant, request, nowMs), request.reason, nowMs)
  },
})

/**
 * Rotates a key, which only its sponsor does, present with a second factor: the secret of a key in somebody's name is shown to nobody
 * else (docs/contract#key-lifetimes).
 */
export const rotateAgentKey = mutation(keyOperations.rotateAgentKey, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }, needs) => {
    const { overlapSeconds, reason } = request
    const agentKeyId = knownId('agk', request.agentKeyId)
    if (E.isLeft(agentKeyId)) return agentKeyId
    const mayRotate = ({ sponsorId }: AgentKey) => sponsorId === facts.user.userId
    const rotation = { agentKeyId: agentKeyId.right, overlapSeconds, mayRotate }
    const done = await replaceKey(needs, unit, rotation, nowMs)
    if (E.isLeft(done)) return done
    return rotated(done.right, { overlapSeconds, reason }, nowMs)
  },
})

/** Ends a key of any kind for good, with the credentials that it created if that is asked for; Conflict if it has ended. */
export const revokeAgentKey = mutation(keyOperations.revokeAgentKey, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }) => {
    const agentKeyId = knownId('agk', request.agentKeyId)
    if (E.isLeft(agentKeyId)) return agentKeyId
    const key = await unit.agentKeys.lock(agentKeyId.right)
    if (key === undefined) return E.left(refusal('NotFound'))
    const { reason, revokeCredentials: isWhole = false } = request
    return revoke(unit, key, { reason, isWhole }, nowMs)
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
