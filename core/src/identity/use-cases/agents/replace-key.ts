import { type AgentKey, isLiveKey, type KeyKind } from '../../domain/agents/agent-key.js'
import type { AgentKeyId, UserId } from '../../../kernel/ids/id.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { BearerSecrets } from '../../ports/bearer-secrets.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { checkLiveKeys } from './check-live-keys.js'
import { type IssuedAgentKey, newAgentKey } from './new-agent-key.js'

/**
 * The longest overlap by kind of key, in seconds (docs/api/access#key-lifetimes); bootstrap keys can't be
 * rotated.
 */
const LONGEST_OVERLAP: Readonly<Record<KeyKind, number>> = { customer: 86_400, admin: 3_600, bootstrap: -1 }

const tooLong = invalidRequest([
  bodyProblem('/overlapSeconds', 'too_large', 'The overlap is longer than this kind of key allows.'),
])

/** The replacement of a key. */
interface Succession {
  readonly agentKeyId: AgentKeyId
  /** How long both are accepted; 0: the first one ends immediately. */
  readonly overlapSeconds: number
  /** Whether the caller may rotate this key. */
  readonly mayRotate: (key: AgentKey) => boolean
  /** The sponsor of the new key; default: the sponsor of the old one. */
  readonly sponsorId?: UserId
}

/** A new key, and the one that it replaces. */
export interface Succeeded extends IssuedAgentKey {
  readonly previous: AgentKey
}

interface Needs {
  readonly ids: Ids
  readonly agentSecrets: BearerSecrets<KeyKind>
}

/**
 * Replaces a key with a new one with the same rights and expiry; the old one stays valid for the overlap
 * (docs/api/access#key-lifetimes). NotFound; PermissionDenied if the caller may not rotate it. Conflict for a
 * key that isn't valid, waits for its sponsor, or is a bootstrap key, and if there would be too many valid
 * keys. InvalidRequest for an overlap that is too long.
 */
export const replaceKey = async (
  needs: Needs,
  unit: UnitOfWork,
  { agentKeyId, overlapSeconds, mayRotate, sponsorId }: Succession,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, Succeeded>> => {
  const before = await unit.agentKeys.lock(agentKeyId)
  if (before === undefined) return E.left(refusal('NotFound'))
  if (!mayRotate(before)) return E.left(refusal('PermissionDenied'))
  if (!isLiveKey(before, nowMs) || before.confirmedAtMs === undefined || before.kind === 'bootstrap')
    return E.left(refusal('Conflict'))
  if (overlapSeconds > LONGEST_OVERLAP[before.kind]) return E.left(tooLong)
  const isSecondLive = overlapSeconds > 0
  const successor = { ...before, sponsorId: sponsorId ?? before.sponsorId, confirmedAtMs: nowMs }
  const free = isSecondLive ? await checkLiveKeys(unit, successor, nowMs) : E.right(undefined)
  if (E.isLeft(free)) return free
  const issued = newAgentKey(needs, successor, nowMs)
  const untilMs = Math.min(before.expiresAtMs ?? Infinity, nowMs + overlapSeconds * SECOND_MS)
  const previous: AgentKey =
    overlapSeconds === 0 ? { ...before, revokedAtMs: nowMs } : { ...before, expiresAtMs: untilMs }
  unit.agentKeys.replace(previous)
  unit.agentKeys.add(issued.key)
  return E.right({ ...issued, previous })
}
