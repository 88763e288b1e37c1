import type { OrganizationId, UserId } from '../../../kernel/ids/id.js'
import { agentKeyView } from '../../../identity/operations/keys/views.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { settleCredentials } from '../../../identity/operations/credentials/settle-credentials.js'
import type { FurtherAct } from '../../../runner/use-cases/implementation.js'
import { revokeOrganizationAgentKeyEntry } from '../../../identity/operations/keys/rotate-and-revoke-organization-key.js'

/**
 * What a member who is removed or gets another role leaves behind in the Organization: the credentials that they created and the Agent
 * keys that they answer for, if these still worked. `isWhole`: they are revoked as well, each with an event of its own in the audit log.
 */
export const settleCreated = async (
  unit: UnitOfWork,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId },
  isWhole: boolean,
  nowMs: EpochMs,
) => {
  const made = await settleCredentials(unit, { organizationId, creator: userId, isWhole }, nowMs)
  const live = await unit.agentKeys.lockLiveOf(organizationId, userId, nowMs)
  const keys = isWhole ? live.map((one) => ({ ...one, revokedAtMs: nowMs })) : live
  if (isWhole) for (const one of keys) unit.agentKeys.replace(one)
  const ended: readonly FurtherAct[] = !isWhole
    ? []
    : keys.map(({ agentKeyId, kind }) => ({
        action: revokeOrganizationAgentKeyEntry.name,
        target: agentKeyId,
        details: { kind, sponsor: userId },
      }))
  return {
    created: { credentials: made.credentials, agentKeys: keys.map((one) => agentKeyView(one, nowMs)) },
    further: [...made.further, ...ended],
  }
}
