import type { AgentKey, KeyKind } from '../../domain/agents/agent-key.js'
import type { OrganizationId, UserId } from '../../../kernel/ids/id.js'
import { type KeyRequest, keyLifeIn, lifeOf } from '../../../runner/domain/grants/key-grant.js'
import { agentKeyView } from './views.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { BearerSecrets } from '../../ports/bearer-secrets.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type IssuedAgentKey, newAgentKey } from '../../use-cases/agents/new-agent-key.js'
import { settleCredentials } from '../credentials/settle-credentials.js'
import { checkLiveKeys } from '../../use-cases/agents/check-live-keys.js'
import type { Succeeded } from '../../use-cases/agents/replace-key.js'

/** The requested rights of a key, already checked. */
interface Powers extends Pick<KeyRequest, 'expiresAt' | 'acknowledgeNeverExpires'> {
  readonly allowlist: readonly string[]
  readonly label: string
}

/** The owner of the new key. */
interface Grant {
  readonly kind: AgentKey['kind']
  readonly organizationId: OrganizationId | undefined
  readonly sponsorId: UserId
  /** Whether it is valid immediately; otherwise it waits for its sponsor's confirmation. */
  readonly isConfirmed: boolean
}

interface Needs {
  readonly ids: Ids
  readonly agentSecrets: BearerSecrets<KeyKind>
}

/**
 * Creates and stores a key, with only a verifier of its secret. Conflict if the Organization has too many
 * valid keys, or the sponsor if the key has no Organization.
 */
export const issueKey = async (
  needs: Needs,
  unit: UnitOfWork,
  { isConfirmed, ...grant }: Grant,
  { allowlist, label, ...life }: Powers,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, IssuedAgentKey>> => {
  const free = await checkLiveKeys(unit, grant, nowMs)
  if (E.isLeft(free)) return free
  const expiresAtMs = lifeOf(grant.kind, keyLifeIn(life), nowMs)
  const confirmedAtMs = isConfirmed ? nowMs : undefined
  const made = newAgentKey(
    needs,
    { ...grant, allowlist: [...allowlist].sort(), label, expiresAtMs, confirmedAtMs },
    nowMs,
  )
  unit.agentKeys.add(made.key)
  return E.right(made)
}

/** The response and audit event for a created key; its secret is returned only here. */
export const issued = (made: E.Either<Refusal, IssuedAgentKey>, reason: string, nowMs: EpochMs) => {
  if (E.isLeft(made)) return made
  const { key, bearer } = made.right
  const { agentKeyId, kind, sponsorId, organizationId, allowlist, expiresAtMs = 'never' } = key
  const details = { kind, sponsor: sponsorId, operations: allowlist.join(','), expiresAtMs }
  return E.right({
    result: { agentKey: agentKeyView(key, nowMs), secret: bearer },
    about: { target: agentKeyId, organizationId, reason, details },
  })
}

/** The response and audit event for a key that replaces another. */
export const rotated = (
  { key, bearer, previous }: Succeeded,
  { overlapSeconds, reason }: { readonly overlapSeconds: number; readonly reason: string },
  nowMs: EpochMs,
) => {
  const { agentKeyId: successor, organizationId, sponsorId } = key
  const sponsor = sponsorId === previous.sponsorId ? {} : { sponsor: sponsorId }
  return E.right({
    result: {
      agentKey: agentKeyView(key, nowMs),
      secret: bearer,
      previous: agentKeyView(previous, nowMs),
    },
    about: {
      target: previous.agentKeyId,
      organizationId,
      reason,
      details: { successor, overlapSeconds, ...sponsor },
    },
  })
}

/**
 * Revokes a key permanently; Conflict if it is already revoked. The result has the credentials that were
 * created with it and are still valid; they end too if `isWhole` is true.
 */
export const revoke = async (
  unit: UnitOfWork,
  key: AgentKey,
  { reason, isWhole }: { readonly reason: string; readonly isWhole: boolean },
  nowMs: EpochMs,
) => {
  if (key.revokedAtMs !== undefined) return E.left<Refusal>(refusal('Conflict'))
  const revoked: AgentKey = { ...key, revokedAtMs: nowMs }
  unit.agentKeys.replace(revoked)
  const { agentKeyId: target, organizationId, kind } = key
  const made = await settleCredentials(unit, { organizationId, creator: target, isWhole }, nowMs)
  return E.right({
    result: { agentKey: agentKeyView(revoked, nowMs), credentials: made.credentials },
    about: { target, organizationId, reason, details: { kind } },
    further: made.further,
  })
}
