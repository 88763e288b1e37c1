import { checkKeyRequest, grantableAmong } from '../../../runner/domain/grants/key-grant.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { issued, issueKey } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { CUSTOMERS_OWN_KEYS, keyLabel } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { agentKeyShape } from './shapes.js'
import { secret } from '../credentials/shapes.js'

/** Creates a key that can only create an Organization; its creator is its sponsor. */
export const createBootstrapAgentKeyEntry = entryOf('Keys', 'createBootstrapAgentKey', {
  ...CUSTOMERS_OWN_KEYS,
  stepUp: true,
  effect: 'adds',
  quotas: ['ownAgentKeys'],
  summary: 'Create a bootstrap Agent key with the caller as sponsor',
  description:
    'The key can create one Organization. It expires after a day or after its first success. Its secret is shown only once.',
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
  request: mutationRequest({ label: keyLabel, reason: reasonField }, {}),
  result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
})

export const createBootstrapAgentKey = mutation(createBootstrapAgentKeyEntry, {
  lock: 'exclusive',
  inspect: ({ label }, { nowMs }, { entries }) =>
    checkKeyRequest({ kind: 'bootstrap', label }, nowMs, entries),
  run: async (unit, { request: { label, reason }, facts, nowMs }, needs) => {
    const grant = {
      kind: 'bootstrap',
      organizationId: undefined,
      sponsorId: facts.user.userId,
      isConfirmed: true,
    } as const
    const powers = { allowlist: grantableAmong(needs.entries, 'bootstrap').map(({ name }) => name), label }
    return issued(await issueKey(needs, unit, grant, powers, nowMs), reason, nowMs)
  },
})
