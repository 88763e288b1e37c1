import { checkKeyRequest } from '../../../runner/domain/grants/key-grant.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { issued, issueKey } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { AGENT_KEYS, keyLabel, KEY_LIFE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { allowlist, agentKeyShape } from './shapes.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { secret } from '../credentials/shapes.js'

/** Creates an admin key, sponsored by its creator (docs/api/access#agent-keys). */
export const createAdminAgentKeyEntry = entryOf('Keys', 'createAdminAgentKey', {
  ...AGENT_KEYS,
  effect: 'adds',
  quotas: ['ownAgentKeys'],
  summary: 'Create an admin Agent key with the caller as sponsor',
  description:
    'The key expires after a year, or at `expiresAt`. It never expires if `acknowledgeNeverExpires` is `true`.',
  request: mutationRequest({ allowlist, label: keyLabel, reason }, KEY_LIFE),
  result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
})

export const createAdminAgentKey = mutation(createAdminAgentKeyEntry, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }, { entries }) => checkKeyRequest({ ...parts, kind: 'admin' }, nowMs, entries),
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
