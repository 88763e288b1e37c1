import type { AgentKey } from '../../domain/agents/agent-key.js'
import { E } from '../../../fp.js'
import { replaceKey } from '../../use-cases/agents/replace-key.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { rotated } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { AGENT_KEYS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { agentKeyId as agentKeyIdField, agentKeyShape } from './shapes.js'
import { overlapSeconds as overlapSecondsField, secret } from '../credentials/shapes.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'

/**
 * Rotates a key. Only its sponsor can do this, in person with a second factor: no other person may see the
 * secret of a key in their name (docs/api/access#key-lifetimes).
 */
export const rotateAgentKeyEntry = entryOf('Keys', 'rotateAgentKey', {
  ...AGENT_KEYS,
  effect: 'ends',
  quotas: ['agentKeys', 'ownAgentKeys'],
  summary: 'Replace an Agent key with a new one',
  description:
    'Only the sponsor of a key can rotate it. The previous key keeps working for the overlap: at most a day, or an hour for an admin key.',
  refusals: ['NotFound'],
  request: mutationRequest(
    {
      agentKeyId: agentKeyIdField,
      overlapSeconds: overlapSecondsField,
      reason: reasonField,
    },
    {},
  ),
  result: mutationResult({ agentKey: agentKeyShape, secret, previous: agentKeyShape }, {}),
})

export const rotateAgentKey = mutation(rotateAgentKeyEntry, {
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
