import type { AgentKey } from '../domain/agents/agent-key.js'
import type { AgentKeyId, AppId, CredentialId, OrganizationId, UserId } from '../../kernel/ids/id.js'
import type { ServerCredential } from '../../tenancy/domain/credential.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AgentFacts } from './people-storage.js'
import type { Repository } from '../../kernel/ports/repository.js'

/** Server credentials inside a unit of work. */
export interface CredentialRepository extends Repository<CredentialId, ServerCredential> {
  /** The Organization's credentials that may be used at the moment and that the person or the key created, oldest first, held. */
  lockLiveBy(
    organizationId: OrganizationId,
    creator: UserId | AgentKeyId,
    nowMs: EpochMs,
  ): Promise<readonly ServerCredential[]>
  /** How many of the app's credentials may be used at the moment. */
  countLive(appId: AppId, nowMs: EpochMs): Promise<number>
  /** When the credential was used last, to the hour; undefined: never. */
  lastUseMs(credentialId: CredentialId): Promise<EpochMs | undefined>
}

/** Agent keys inside a unit of work. */
export interface AgentKeyRepository extends Repository<AgentKeyId, AgentKey> {
  /** Whose the key with this selector is and what they are, as of now; held by the epoch. */
  bearer(selector: string): Promise<AgentFacts | undefined>
  /** The Organization's keys that did not end and that the person answers for, oldest first, held. */
  lockLiveOf(organizationId: OrganizationId, sponsorId: UserId, nowMs: EpochMs): Promise<readonly AgentKey[]>
  /** How many keys of the Organization, or else of the sponsor's own, may be used at the moment; a spent key may not. */
  countLive(owner: Pick<AgentKey, 'organizationId' | 'sponsorId'>, nowMs: EpochMs): Promise<number>
}
