import { type Bulk, BULK_SUBJECTS, SELECTION_MS } from '../domain/bulk.js'
import { bulkView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BULK } from './entry-parts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { bulkId as bulkIdField, bulkShape } from './shapes.js'
import { reason as reasonField } from '../../runner/domain/fields/written-texts.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { DECIDED_OUTCOMES } from '../../messaging/domain/dispatch/report.js'
import { evidence as evidenceField } from '../../messaging/operations/messages/shapes.js'

/**
 * Starts a selection; the dispatchers then process it record by record. Conflict if it was already started,
 * is empty, or is too old; NotFound for a selection of another owner.
 */
export const beginBulkEntry = entryOf('Bulk', 'beginBulk', {
  ...BULK,
  effect: 'changes',
  noStepUp: NO_STEP_UP.MESSAGES,
  summary: 'Apply a decision to every selected record',
  description:
    "Only the person who made the selection can start it, within an hour. It continues without the caller while their session lasts, or for twelve hours after the second factor was confirmed if there is no session. The caller's permission is checked again for every record.",
  request: mutationRequest(
    { bulkId: bulkIdField, reason: reasonField },
    {
      outcome: literalUnion(DECIDED_OUTCOMES, {
        description:
          'Outcome to record for all messages. Required for unknown outcomes; not allowed for other operations.',
      }),
      evidence: evidenceField,
    },
  ),
  result: mutationResult({ bulk: bulkShape }, {}),
})

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))

type Begun = CallOf<typeof beginBulkEntry>['request']

/** The problems of the fields that an operation needs for all its records. */
const problemsOf = ({ operation }: Bulk, request: Begun): readonly FieldProblem[] => {
  const isOutcome = BULK_SUBJECTS[operation] === 'unknown outcomes'
  return (['outcome', 'evidence'] as const).flatMap((field) => {
    if ((request[field] !== undefined) === isOutcome) return []
    return isOutcome
      ? [bodyProblem(`/${field}`, 'required', 'This field is required.')]
      : [bodyProblem(`/${field}`, 'not_allowed', `This field is not allowed for ${operation}.`)]
  })
}

export const beginBulk = mutation(beginBulkEntry, {
  lock: 'shared',
  run: async (unit, { request, facts, nowMs }) => {
    const bulkId = knownId('blk', request.bulkId)
    if (E.isLeft(bulkId)) return bulkId
    const bulk = await unit.bulks.lock(bulkId.right)
    if (bulk === undefined || bulk.ownerId !== facts.user.userId) return notFound
    const isOpen = bulk.state === 'previewed' && nowMs < bulk.createdAtMs + SELECTION_MS
    if (!isOpen || bulk.total === 0) return conflict
    const problems = problemsOf(bulk, request)
    if (problems.length > 0) return E.left(invalidRequest(problems))
    const { reason, outcome, evidence } = request
    const common = { reason, ...(outcome && { outcome }), ...(evidence && { evidence }) }
    const begun: Bulk = { ...bulk, state: 'running', request: common, begunAtMs: nowMs }
    unit.bulks.replace(begun)
    const { operation, total } = begun
    return E.right({
      result: { bulk: bulkView(begun) },
      about: {
        target: bulk.bulkId,
        organizationId: undefined,
        reason,
        details: { operation, total, ...(outcome && { outcome }), ...(evidence && { evidence }) },
      },
    })
  },
})
