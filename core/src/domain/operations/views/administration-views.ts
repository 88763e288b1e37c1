import type * as t from 'io-ts'
import type { AgentKey } from '../../agents/agent-key.js'
import type { AuditEntry } from '../../audit/chain.js'
import type { BlockedDestination } from '../../catalog/blocked-destination.js'
import { CHANNELS } from '../../channels/channel.js'
import type { PrefixBlock } from '../../passcodes/breaker.js'
import type { SuperAdmin, User } from '../../people/user.js'
import { isEntitled } from '../../tenancy/is-entitled.js'
import type { Environment, Organization } from '../../tenancy/records.js'
import { type EpochMs, isoTime } from '../../time/epoch-ms.js'
import type {
  auditEventShape,
  blockedDestinationShape,
  entitlementShape,
  listedAgentKeyShape,
  prefixBlockShape,
  superAdminShape,
  userAccountShape,
} from '../shapes/administration-shapes.js'
import { agentKeyView } from './agent-key-view.js'

const timeOrNull = (atMs: EpochMs | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

/** Every channel, and whether the Organization may use it in the environment. */
export const entitlementsView = (
  organization: Organization,
  environment: Environment,
): ReadonlyArray<t.TypeOf<typeof entitlementShape>> =>
  CHANNELS.map((channel) => ({
    channel,
    enabled: isEntitled(organization, environment, channel),
    environment,
  }))

/** An entry of the audit log, as it is answered. */
export const auditEventView = (entry: AuditEntry): t.TypeOf<typeof auditEventShape> => {
  const { digest: _digest, keyId: _keyId, atMs, ...event } = entry
  return {
    ...event,
    organizationId: event.organizationId ?? null,
    credentialId: event.credentialId ?? null,
    reason: event.reason ?? null,
    requestId: event.requestId ?? null,
    clientAddress: event.clientAddress ?? null,
    at: isoTime(atMs),
  }
}

/** A user as those see him who may let him in or out. */
export const userAccountView = ({
  userId,
  email,
  displayName,
  status,
  version,
}: User): t.TypeOf<typeof userAccountShape> => ({ userId, email, displayName, status, version })

/** A super admin as others see him: of his second factor no more than how many codes are left. */
export const superAdminView = (
  { permissions, recoveryVerifiers, createdAtMs, version }: SuperAdmin,
  { userId, email, displayName, status }: User,
): t.TypeOf<typeof superAdminShape> => ({
  userId,
  email,
  displayName,
  status,
  permissions,
  recoveryCodesLeft: recoveryVerifiers.length,
  createdAt: isoTime(createdAtMs),
  version,
})

/** An Agent key as it is listed at the moment: never its secret. */
export const listedAgentKeyView = (
  key: AgentKey,
  lastUsedAtMs: EpochMs | undefined,
  nowMs: EpochMs,
): t.TypeOf<typeof listedAgentKeyShape> => ({
  ...agentKeyView(key, nowMs),
  lastUsedAt: timeOrNull(lastUsedAtMs),
})

/** Numbers that nothing is sent to, as they are answered. */
export const blockedDestinationView = ({
  prefix,
  createdAtMs,
}: BlockedDestination): t.TypeOf<typeof blockedDestinationShape> => ({
  prefix,
  createdAt: isoTime(createdAtMs),
})

/** A block of the toll-fraud breaker, as it is answered. */
export const prefixBlockView = ({
  appId,
  prefix,
  sends,
  verified,
  blockedAtMs,
  untilMs,
  liftedAtMs,
}: PrefixBlock): t.TypeOf<typeof prefixBlockShape> => ({
  appId,
  prefix,
  sends,
  verified,
  blockedAt: isoTime(blockedAtMs),
  until: isoTime(untilMs),
  liftedAt: timeOrNull(liftedAtMs),
})
