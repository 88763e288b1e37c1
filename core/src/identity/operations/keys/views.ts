import type * as t from 'io-ts'
import { type AgentKey, isLiveKey } from '../../domain/agents/agent-key.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import { type Permission, PERMISSIONS } from '../../domain/people/roles.js'
import type { Operation } from '../../domain/access/operation.js'
import type { agentKeyShape, grantableShape, listedAgentKeyShape } from './shapes.js'

const statusOf = (key: AgentKey, nowMs: EpochMs): t.TypeOf<typeof agentKeyShape>['status'] => {
  if (key.revokedAtMs !== undefined) return 'revoked'
  if (key.spentAtMs !== undefined) return 'spent'
  if (!isLiveKey(key, nowMs)) return 'expired'
  return key.confirmedAtMs === undefined ? 'awaiting_confirmation' : 'active'
}

const timeOrNull = (atMs: EpochMs | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

/**
 * An Agent key in the form of responses, with its present status and without its bearer value
 * (docs/api/access#agent-keys).
 */
export const agentKeyView = (key: AgentKey, nowMs: EpochMs): t.TypeOf<typeof agentKeyShape> => {
  const { agentKeyId, kind, sponsorId, allowlist, label } = key
  return {
    agentKeyId,
    kind,
    organizationId: key.organizationId ?? null,
    sponsorId,
    allowlist,
    label,
    status: statusOf(key, nowMs),
    createdAt: isoTime(key.createdAtMs),
    expiresAt: timeOrNull(key.expiresAtMs),
    revokedAt: timeOrNull(key.revokedAtMs),
  }
}

/** An Agent key in the form of lists, with its present status and without its secret. */
export const listedAgentKeyView = (
  key: AgentKey,
  lastUsedAtMs: EpochMs | undefined,
  nowMs: EpochMs,
): t.TypeOf<typeof listedAgentKeyShape> => ({
  ...agentKeyView(key, nowMs),
  lastUsedAt: timeOrNull(lastUsedAtMs),
})

/**
 * An operation for the person who allows it to a key: its effect, and whether they may perform it themselves.
 */
export const grantableView = (
  { name, subject, summary, description, mutation, controls, permission: required }: Operation,
  permissions: readonly Permission[],
): t.TypeOf<typeof grantableShape> => {
  const permission = PERMISSIONS.find((one) => one === required)
  return {
    name,
    subject,
    summary,
    description,
    mutation,
    controls: [...controls],
    permission: permission ?? null,
    isCovered: permission === undefined || permissions.includes(permission),
  }
}
