import type { OrganizationId, UserId } from '../../../kernel/ids/id.js'
import { agentKeyView } from '../../../identity/operations/keys/views.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { settleCredentials } from '../../../identity/operations/credentials/settle-credentials.js'
import type { FurtherAct } from '../../../runner/use-cases/implementation.js'
import { revokeOrganizationAgentKeyEntry } from '../../../identity/operations/keys/rotate-and-revoke-organization-key.js'

/**
 * Handles the credentials and Agent keys of a member who is removed or gets another role: valid credentials
 * that they created and valid keys that they sponsor. `isWhole`: they are revoked too, each with its own
 * audit event.
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
