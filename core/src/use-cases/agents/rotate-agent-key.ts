import { type AgentKey, isLive } from '../../domain/agents/agent-key.js'
import type { AgentKeyId } from '../../domain/ids/id.js'
import type { KeyKind } from '../../domain/operations/operation.js'
import { bodyProblem } from '../../domain/refusals/body-problem.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'
import { type IssuedAgentKey, newAgentKey } from './new-agent-key.js'

/** An order to put a new key in the place of another. */
export interface AgentKeyRotation extends Order {
  readonly agentKeyId: AgentKeyId
  /** For how long both are taken; 0: the other ends at once. */
  readonly overlapSeconds: number
}

/** The longest overlap of a kind's keys, in seconds (specification 5.7); a bootstrap key is not rotated. */
const LONGEST_OVERLAP: Readonly<Record<KeyKind, number>> = { customer: 86_400, admin: 3_600, bootstrap: -1 }

const isWithin = (overlapSeconds: number, kind: KeyKind): boolean =>
  Number.isSafeInteger(overlapSeconds) && overlapSeconds >= 0 && overlapSeconds <= LONGEST_OVERLAP[kind]

const tooLong = invalidRequest([
  bodyProblem('/overlapSeconds', 'too_large', 'Is longer than keys of this kind overlap.'),
])

/**
 * Puts a new key with the same powers and end in the place of another, which goes on for the overlap (specification
 * 5.7). NotFound; Conflict for one that is not live or is a bootstrap key; InvalidRequest for too long an overlap.
 */
export const rotateAgentKey =
  (needs: OrderNeeds & Pick<Ports, 'agentSecrets'>) =>
  ({
    agentKeyId,
    overlapSeconds,
    ...order
  }: AgentKeyRotation): TE.TaskEither<Refusal | Outage, IssuedAgentKey> =>
    carryOut(needs)(order, {
      action: 'agentKey.rotate',
      work: async (unit, nowMs) => {
        const before = await unit.agentKeys.lock(agentKeyId)
        if (before === undefined) return E.left(refusal('NotFound'))
        if (!isLive(before, nowMs) || before.kind === 'bootstrap') return E.left(refusal('Conflict'))
        if (!isWithin(overlapSeconds, before.kind)) return E.left(tooLong)
        const issued = newAgentKey(needs, before, nowMs)
        const untilMs = Math.min(before.expiresAtMs ?? Infinity, nowMs + overlapSeconds * SECOND_MS)
        const previous: AgentKey =
          overlapSeconds === 0 ? { ...before, revokedAtMs: nowMs } : { ...before, expiresAtMs: untilMs }
        unit.agentKeys.replace(previous)
        unit.agentKeys.add(issued.key)
        const { agentKeyId: successor, organizationId } = issued.key
        const details = { successor, overlapSeconds }
        return E.right({ about: { target: agentKeyId, organizationId, details }, result: issued })
      },
    })
