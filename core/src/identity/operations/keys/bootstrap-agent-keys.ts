import { checkKeyRequest, grantable } from '../../../runner/domain/grants/key-grant.js'
import { keyOperations } from './operations.js'
import { listedAgentKeyView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { issued, issueKey, revoke } from './key-lifecycle.js'

/** Makes a key that founds an Organization, and can do nothing else; the person who makes it answers for it. */
export const createBootstrapAgentKey = mutation(keyOperations.createBootstrapAgentKey, {
  lock: 'exclusive',
  inspect: ({ label }, { nowMs }) => checkKeyRequest({ kind: 'bootstrap', label }, nowMs),
  run: async (unit, { request: { label, reason }, facts, nowMs }, needs) => {
    const grant = {
      kind: 'bootstrap',
      organizationId: undefined,
      sponsorId: facts.user.userId,
      isConfirmed: true,
    } as const
    const powers = { allowlist: grantable('bootstrap'), label }
    return issued(await issueKey(needs, unit, grant, powers, nowMs), reason, nowMs)
  },
})

/** The caller's own bootstrap keys, newest first, with the hour of their last use. */
export const listBootstrapAgentKeys = listing(keyOperations.listBootstrapAgentKeys, {
  positions: byId('agk'),
  query: ({ facts: { user } }) => E.right({ sponsorId: user.userId }),
  read: ({ sponsorId }, { position, readAhead }, { storage }) =>
    storage.administration.bootstrapKeys(sponsorId, position, readAhead)(),
  positionOf: ({ key }) => key.agentKeyId,
  show: (found, _read, { nowMs }) => ({
    agentKeys: found.map(({ key, lastUsedAtMs }) => listedAgentKeyView(key, lastUsedAtMs, nowMs)),
  }),
})

/** Ends one of them for good; NotFound for somebody else's, and for a key of another kind, Conflict where it was ended before. */
export const revokeBootstrapAgentKey = mutation(keyOperations.revokeBootstrapAgentKey, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }) => {
    const agentKeyId = knownId('agk', request.agentKeyId)
    if (E.isLeft(agentKeyId)) return agentKeyId
    const key = await unit.agentKeys.lock(agentKeyId.right)
    const isOwn = key?.kind === 'bootstrap' && key.sponsorId === facts.user.userId
    if (!isOwn) return E.left(refusal('NotFound'))
    const ended = await revoke(unit, key, { reason: request.reason, isWhole: false }, nowMs)
    if (E.isLeft(ended)) return ended
    const { result, about } = ended.right
    return E.right({ result: { agentKey: result.agentKey }, about })
  },
})
