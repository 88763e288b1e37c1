import type { AdminPermission } from '../../../identity/domain/people/roles.js'
import type { AgentKeyId, CredentialId, OrganizationId, UserId } from '../../../kernel/ids/id.js'
import { type Digest, frame, type Sha256 } from '../../../kernel/digests/digest.js'

/**
 * The credentials and rights in a restored database. They include rights that were revoked after the backup.
 */
export interface RestoredRights {
  readonly credentials: ReadonlyArray<{
    readonly credentialId: CredentialId
    readonly organizationId: OrganizationId
    readonly label: string
  }>
  readonly agentKeys: ReadonlyArray<{
    readonly agentKeyId: AgentKeyId
    readonly kind: string
    readonly label: string
  }>
  readonly superAdmins: ReadonlyArray<{
    readonly userId: UserId
    readonly email: string
    readonly permissions: readonly AdminPermission[]
  }>
  /** The number of memberships in Organizations. */
  readonly members: number
}

/** Identifies one state of the rights, so that a person confirms exactly the state they were shown. */
export const rightsVersion = (rights: RestoredRights, sha256: Sha256): Digest =>
  sha256(
    frame([
      ...rights.credentials.map(({ credentialId }) => credentialId),
      ...rights.agentKeys.map(({ agentKeyId }) => agentKeyId),
      ...rights.superAdmins.flatMap(({ userId, permissions }) => [userId, ...permissions]),
      String(rights.members),
    ]),
  ).slice(0, 32)
