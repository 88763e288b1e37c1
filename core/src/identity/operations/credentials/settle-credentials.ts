import { credentialView } from './views.js'
import type { AgentKeyId, OrganizationId, UserId } from '../../../kernel/ids/id.js'
import type { ServerCredential } from '../../../tenancy/domain/credential.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { FurtherAct } from '../../../runner/use-cases/implementation.js'
import { revokeServerCredentialEntry } from './rotate-and-revoke-credential.js'

/** The credentials of an Organization that a person or a key created. */
interface CreatedCredentials {
  /** Undefined: the key belongs to no Organization, and created none. */
  readonly organizationId: OrganizationId | undefined
  readonly creator: UserId | AgentKeyId
  /** Whether they are revoked too. */
  readonly isWhole: boolean
}

/**
 * The credentials that were still valid, in their present state, and the audit events of the revoked ones.
 */
export const settleCredentials = async (
  unit: UnitOfWork,
  { organizationId, creator, isWhole }: CreatedCredentials,
  nowMs: EpochMs,
) => {
  const live =
    organizationId === undefined ? [] : await unit.credentials.lockLiveBy(organizationId, creator, nowMs)
  const settled: readonly ServerCredential[] = isWhole
    ? live.map((one) => ({ ...one, revokedAtMs: nowMs }))
    : live
  if (isWhole) for (const one of settled) unit.credentials.replace(one)
  const credentials = []
  for (const one of settled)
    credentials.push(credentialView(one, await unit.credentials.lastUseMs(one.credentialId), nowMs))
  const further: readonly FurtherAct[] = !isWhole
    ? []
    : settled.map(({ credentialId, appId }) => ({
        action: revokeServerCredentialEntry.name,
        target: credentialId,
        details: { appId, createdBy: creator },
      }))
  return { credentials, further }
}
