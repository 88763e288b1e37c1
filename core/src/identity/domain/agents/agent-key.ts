import type { AgentKeyId, OrganizationId, UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** The kinds of Agent key (docs/api/access#agent-keys). */
export type KeyKind = 'customer' | 'bootstrap' | 'admin'

/** A stored Agent key: only a verifier of its secret is kept (docs/api/access#bearer-secrets). */
export interface AgentKey {
  readonly agentKeyId: AgentKeyId
  readonly kind: KeyKind
  /** The Organization of a customer key; undefined: the key is of another kind. */
  readonly organizationId: OrganizationId | undefined
  /** Its sponsor: the key can't do anything that the sponsor may not do. */
  readonly sponsorId: UserId
  readonly selector: string
  /** SHA-256 of the secret. */
  readonly verifier: Digest
  /** The names of the operations that it may call; they never change. */
  readonly allowlist: readonly string[]
  readonly label: string
  readonly createdAtMs: EpochMs
  /**
   * When the sponsor confirmed a key that another person created for them; undefined: not confirmed yet, so
   * it can't be used.
   */
  readonly confirmedAtMs: EpochMs | undefined
  /** Undefined: it lasts until it is revoked or its sponsor loses authority. */
  readonly expiresAtMs: EpochMs | undefined
  readonly revokedAtMs: EpochMs | undefined
  /** When a bootstrap key was used successfully; that is possible only once. */
  readonly spentAtMs: EpochMs | undefined
}

/** Whether the key itself is valid at this moment, regardless of its sponsor. */
export const isLiveKey = ({ revokedAtMs, expiresAtMs }: AgentKey, nowMs: EpochMs): boolean =>
  revokedAtMs === undefined && (expiresAtMs === undefined || nowMs < expiresAtMs)

/** The audience whose operations a key of this kind can call. */
export const audienceOf = (kind: KeyKind): 'customerAgent' | 'adminAgent' =>
  kind === 'admin' ? 'adminAgent' : 'customerAgent'
