import type { Channel } from '../../channels/channels.js'
import type {
  AgentKeyId,
  AppId,
  BrandId,
  CredentialId,
  OrganizationId,
  ProjectId,
  UserId,
} from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Environment } from './records.js'

export const CREDENTIAL_ACTIONS = [
  'messages.send',
  'messages.read',
  'billing.read',
  'usage.read',
  'events.read',
] as const

/** The actions that a server credential may be allowed (docs/api/access#server-credentials). */
export type CredentialAction = (typeof CREDENTIAL_ACTIONS)[number]

/** A stored server credential: only a verifier of its secret is kept (docs/api/access#bearer-secrets). */
export interface ServerCredential {
  readonly credentialId: CredentialId
  readonly organizationId: OrganizationId
  readonly brandId: BrandId
  readonly projectId: ProjectId
  readonly appId: AppId
  readonly environment: Environment
  readonly selector: string
  /** SHA-256 of the secret. */
  readonly verifier: Digest
  readonly actions: readonly CredentialAction[]
  readonly channels: readonly Channel[]
  readonly label: string
  readonly createdAtMs: EpochMs
  readonly expiresAtMs: EpochMs
  readonly revokedAtMs: EpochMs | undefined
  /** The person who created it, or whose Agent key did; undefined: created before this was recorded. */
  readonly createdBy: UserId | undefined
  /** The Agent key that created it; undefined: a person created it directly. */
  readonly createdByKey: AgentKeyId | undefined
}

/** Whether the credential is valid at this moment. */
export const isLiveCredential = (credential: ServerCredential, nowMs: EpochMs): boolean =>
  credential.revokedAtMs === undefined && nowMs < credential.expiresAtMs

/** How long before its end the app of a credential gets an event (docs/api/access#server-credentials). */
const NOTICE_MS = 7 * DAY_MS
/** A credential with less time left was rotated, and gets no event. */
const LATEST_NOTICE_MS = DAY_MS

/** The ends of credentials that get an event now, and the lifetime that such a credential exceeds. */
export interface ExpiryWindow {
  readonly afterMs: EpochMs
  readonly untilMs: EpochMs
  readonly longerThanMs: number
}

/** The window at this moment. */
export const expiryWindow = (nowMs: EpochMs): ExpiryWindow => ({
  afterMs: nowMs + LATEST_NOTICE_MS,
  untilMs: nowMs + NOTICE_MS,
  longerThanMs: NOTICE_MS,
})

/** Whether the credential is valid and expires in this window. */
export const isExpiring = (
  { createdAtMs, expiresAtMs, revokedAtMs }: ServerCredential,
  { afterMs, untilMs, longerThanMs }: ExpiryWindow,
): boolean =>
  revokedAtMs === undefined &&
  expiresAtMs > afterMs &&
  expiresAtMs <= untilMs &&
  expiresAtMs - createdAtMs > longerThanMs
