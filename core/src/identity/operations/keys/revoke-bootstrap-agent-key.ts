import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { revoke } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { CUSTOMERS_OWN_KEYS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { agentKeyId as agentKeyIdField, agentKeyShape } from './shapes.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'

/**
 * Revokes one of the caller's own bootstrap keys permanently. NotFound for another person's key, or a key of
 * another kind; Conflict if it is already revoked.
 */
export const revokeBootstrapAgentKeyEntry = entryOf('Keys', 'revokeBootstrapAgentKey', {
  ...CUSTOMERS_OWN_KEYS,
  effect: 'ends',
  summary: "Revoke one of the caller's bootstrap Agent keys",
  description: "Calls with the key are refused from now on. This can't be undone.",
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
  refusals: ['NotFound'],
  request: mutationRequest({ agentKeyId: agentKeyIdField, reason }, {}),
  result: mutationResult({ agentKey: agentKeyShape }, {}),
})

export const revokeBootstrapAgentKey = mutation(revokeBootstrapAgentKeyEntry, {
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
