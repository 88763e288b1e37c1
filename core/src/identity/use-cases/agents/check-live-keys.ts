import type { AgentKey } from '../../domain/agents/agent-key.js'
import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

/**
 * Whether another valid key may be created: Conflict if its Organization, or otherwise its sponsor, has too
 * many (docs/api/limits#quotas). In an exclusive unit, so that no other key is created meanwhile.
 */
export const checkLiveKeys = async (
  unit: UnitOfWork,
  owner: Pick<AgentKey, 'organizationId' | 'sponsorId'>,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, undefined>> => {
  const quota = owner.organizationId === undefined ? 'ownAgentKeys' : 'agentKeys'
  const live = await unit.agentKeys.countLive(owner, nowMs)
  return live >= QUOTAS[quota].most ? E.left(quotaReached(quota)) : E.right(undefined)
}
