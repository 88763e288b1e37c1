import type { AgentKey } from '../../domain/agents/agent-key.js'
import type { AgentKeyId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'

/** An order about an Agent key. */
export interface AgentKeyEnd extends Order {
  readonly agentKeyId: AgentKeyId
}

/**
 * Ends an Agent key for good: requests that begin after the answer are refused, in every process. NotFound, Conflict
 * where it was revoked before.
 */
export const revokeAgentKey =
  (needs: OrderNeeds) =>
  ({ agentKeyId, ...order }: AgentKeyEnd): TE.TaskEither<Refusal | Outage, AgentKey> =>
    carryOut(needs)(order, {
      action: 'agentKey.revoke',
      work: async (unit, nowMs) => {
        const key = await unit.agentKeys.lock(agentKeyId)
        if (key === undefined) return E.left(refusal('NotFound'))
        if (key.revokedAtMs !== undefined) return E.left(refusal('Conflict'))
        const revoked: AgentKey = { ...key, revokedAtMs: nowMs }
        unit.agentKeys.replace(revoked)
        const { organizationId, kind } = key
        return E.right({ about: { target: agentKeyId, organizationId, details: { kind } }, result: revoked })
      },
    })
