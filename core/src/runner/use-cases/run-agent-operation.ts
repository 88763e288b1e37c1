import type { Origin } from '../../audit/domain/audit-event.js'
import type { Operation } from '../../identity/domain/access/operation.js'
import { OPERATIONS } from '../../assembly/registry.js'
import type { AgentKeyId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { FieldProblem, Refusal } from '../../kernel/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Act } from '../../audit/use-cases/record-act.js'
import type { OperationAnswer } from './decoded-call.js'
import { type Agent, signatureOf } from '../../identity/use-cases/callers/caller.js'
import type { RunOperation } from './run-operation.js'
import type { RecordCall } from '../../audit/use-cases/record-calls.js'

type Answer = E.Either<Refusal | Outage, OperationAnswer>

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

const isMutation = (name: string): boolean =>
  (OPERATIONS as Readonly<Record<string, Operation>>)[name]?.mutation === true

/** Whether the runner recorded the call in its own unit: it was a completed mutation. */
const isOnRecord = (operation: string, answer: Answer): boolean =>
  E.isRight(answer) && isMutation(operation) && !answer.right.replayed

const actOf = (agent: Agent, operation: string, answer: Answer, origin: Origin): Act => {
  const { agentKeyId, organizationId } = agent.facts.key
  const about = { action: operation, target: agentKeyId, organizationId, origin }
  return E.isRight(answer)
    ? { ...signatureOf(agent), ...about, details: answer.right.replayed ? { replayed: true } : {} }
    : { ...signatureOf(agent), ...about, outcome: 'refused', details: { refusal: answer.left._tag } }
}

/** The audit log stores this much of a name; longer names belong to no operation. */
const LONGEST_NAME = 64

/**
 * Runs an operation for an Agent through the one runner, and records every call in the audit log, allowed or
 * refused (docs/api/operations#agent-operations). If a call can't be recorded, the result is an outage and
 * isn't shown. For a spent or recently ended key, not every call is recorded.
 */
export const runAgentOperation =
  (run: RunOperation, record: RecordCall, mayTellOfDead: (agentKeyId: AgentKeyId) => boolean) =>
  (
    agent: Agent,
    operation: string,
    body: object,
    origin: Origin,
    known: readonly FieldProblem[] = [],
    knownForMs?: number,
  ): TE.TaskEither<Refusal | Outage, OperationAnswer> =>
  async () => {
    const answer = await run(agent, operation, body, origin, known, knownForMs)()
    if (isOnRecord(operation, answer)) return answer
    // A call with an unknown outcome is recorded if it was executed.
    if (E.isLeft(answer) && isOutage(answer.left)) return answer
    const isDead = E.isLeft(answer) && answer.left._tag === 'Unauthenticated'
    if (isDead && !mayTellOfDead(agent.facts.key.agentKeyId)) return answer
    const recorded = await record(actOf(agent, operation.slice(0, LONGEST_NAME), answer, origin))
    return E.isLeft(recorded) ? recorded : answer
  }
