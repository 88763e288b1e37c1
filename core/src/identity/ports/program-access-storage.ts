import type { AgentKey } from '../domain/agents/agent-key.js'
import type { AgentKeyId, AppId, CredentialId, OrganizationId, UserId } from '../../kernel/ids/id.js'
import type { ServerCredential } from '../../tenancy/domain/credential.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AgentFacts } from './people-storage.js'
import type { Repository } from '../../kernel/ports/repository.js'

/** Server credentials inside a unit of work. */
export interface CredentialRepository extends Repository<CredentialId, ServerCredential> {
  /** The Organization's valid credentials that the person or the key created, oldest first, locked. */
  lockLiveBy(
    organizationId: OrganizationId,
    creator: UserId | AgentKeyId,
    nowMs: EpochMs,
  ): Promise<readonly ServerCredential[]>
  /** How many of the app's credentials are valid now. */
  countLive(appId: AppId, nowMs: EpochMs): Promise<number>
  /** When the credential was last used, to the hour; undefined: never. */
  lastUseMs(credentialId: CredentialId): Promise<EpochMs | undefined>
  /** Notes that the locked credential has the event about its end; false: it was noted before. */
  noteExpiry(credentialId: CredentialId, nowMs: EpochMs): Promise<boolean>
}

/** Agent keys inside a unit of work. */
export interface AgentKeyRepository extends Repository<AgentKeyId, AgentKey> {
  /**
   * The key with this selector and its owner's present facts, which can't change while the unit holds the
   * epoch.
   */
  bearer(selector: string): Promise<AgentFacts | undefined>
  /** The Organization's valid keys that the person sponsors, oldest first, locked. */
  lockLiveOf(organizationId: OrganizationId, sponsorId: UserId, nowMs: EpochMs): Promise<readonly AgentKey[]>
  /** How many keys of the Organization, or otherwise of the sponsor, are valid now; a spent key isn't. */
  countLive(owner: Pick<AgentKey, 'organizationId' | 'sponsorId'>, nowMs: EpochMs): Promise<number>
}
