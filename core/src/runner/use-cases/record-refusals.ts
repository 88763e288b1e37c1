import type { Origin } from '../../audit/domain/audit-event.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Act } from '../../audit/use-cases/record-act.js'
import type { RecordCall } from '../../audit/use-cases/record-calls.js'
import { type Operator, signatureOf } from '../../identity/use-cases/callers/caller.js'
import type { RunOperation } from './run-operation.js'

/** The audit log stores this much of a name; longer names belong to no operation. */
const LONGEST_NAME = 64

/**
 * Forms are checked during typing, and pages keep sending requests after a session has ended: neither
 * indicates an attack.
 */
const isRecorded = (left: Refusal | Outage): left is Refusal =>
  !('cause' in left) && left._tag !== 'InvalidRequest' && left._tag !== 'Unauthenticated'

const actOf = (operator: Operator, operation: string, { _tag }: Refusal, origin: Origin): Act => ({
  ...signatureOf(operator),
  action: operation.slice(0, LONGEST_NAME),
  target: operator.facts.user.userId,
  organizationId: undefined,
  outcome: 'refused',
  details: { refusal: _tag },
  origin,
})

/**
 * Runs operations, and writes refusals of super admins to the platform's audit log
 * (docs/api/admin#audit-events): if that fails, the result is an outage. Other callers' calls are only run.
 */
export const recordRefusals =
  (run: RunOperation, record: RecordCall): RunOperation =>
  (principal, operation, body, origin, known, knownForMs) =>
  async () => {
    const answer = await run(principal, operation, body, origin, known, knownForMs)()
    if (principal._tag !== 'Operator' || E.isRight(answer) || !isRecorded(answer.left)) return answer
    const recorded = await record(actOf(principal, operation, answer.left, origin))
    return E.isLeft(recorded) ? recorded : answer
  }
