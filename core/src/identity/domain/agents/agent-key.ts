import type { AgentKeyId, OrganizationId, UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** The kinds of Agent key (docs/contract#agent-keys). */
export type KeyKind = 'customer' | 'bootstrap' | 'admin'

/** An Agent key as it is kept: of its secret only the verifier (docs/contract#bearer-secrets). */
export interface AgentKey {
  readonly agentKeyId: AgentKeyId
  readonly kind: KeyKind
  /** The Organization that a customer key works for; undefined: the key is of another kind. */
  readonly organizationId: OrganizationId | undefined
  /** The person who answers for it: it may do nothing that the sponsor may not. */
  readonly sponsorId: UserId
  readonly selector: string
  /** SHA-256 of the secret. */
  readonly verifier: Digest
  /** The names of the operations that it may call; they never change. */
  readonly allowlist: readonly string[]
  readonly label: string
  readonly createdAtMs: EpochMs
  /** When the sponsor confirmed a key that somebody else made for them; undefined: it waits for that, and does nothing. */
  readonly confirmedAtMs: EpochMs | undefined
  /** Undefined: it lasts until it is revoked or its sponsor loses authority. */
  readonly expiresAtMs: EpochMs | undefined
  readonly revokedAtMs: EpochMs | undefined
  /** When a bootstrap key had its one success. */
  readonly spentAtMs: EpochMs | undefined
}

/** Whether the key may be used at this moment, as far as it is up to the key. */
export const isLiveKey = ({ revokedAtMs, expiresAtMs }: AgentKey, nowMs: EpochMs): boolean =>
  revokedAtMs === undefined && (expiresAtMs === undefined || nowMs < expiresAtMs)

/** The audience whose operations a key of the kind can call. */
export const audienceOf = (kind: KeyKind): 'customerAgent' | 'adminAgent' =>
  kind === 'admin' ? 'adminAgent' : 'customerAgent'
