import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { revoke } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { AGENT_KEYS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { agentKeyId as agentKeyIdField, agentKeyShape } from './shapes.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { revokeCredentials, credentialShape } from '../credentials/shapes.js'
import { list } from '../../../kernel/codecs/list.js'

/**
 * Revokes a key of any kind permanently, and on request the credentials that it created; Conflict if it has
 * ended.
 */
export const revokeAgentKeyEntry = entryOf('Keys', 'revokeAgentKey', {
  ...AGENT_KEYS,
  effect: 'ends',
  summary: 'Revoke an Agent key',
  description:
    'Lists the server credentials that were created with the key. `revokeCredentials` revokes them too.',
  refusals: ['NotFound'],
  request: mutationRequest({ agentKeyId: agentKeyIdField, reason: reasonField }, { revokeCredentials }),
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

export const revokeAgentKey = mutation(revokeAgentKeyEntry, {
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
