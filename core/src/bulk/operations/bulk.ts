import { type Bulk, BULK_SUBJECTS, SELECTION_MS, stopped } from '../domain/bulk.js'
import { bulkOperations } from './operations.js'
import { bulkRefusalView, bulkView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byNumber } from '../../runner/use-cases/positions.js'

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))

type Begun = CallOf<typeof bulkOperations.beginBulk>['request']

/** What an operation wants to be told for all its records. */
const problemsOf = ({ operation }: Bulk, request: Begun): readonly FieldProblem[] => {
  const isOutcome = BULK_SUBJECTS[operation] === 'unknown outcomes'
  return (['outcome', 'evidence'] as const).flatMap((field) => {
    if ((request[field] !== undefined) === isOutcome) return []
    return isOutcome
      ? [bodyProblem(`/${field}`, 'required', 'Is required.')]
      : [bodyProblem(`/${field}`, 'not_allowed', `Is not allowed for ${operation}.`)]
  })
}

/**
 * Begins what was selected: from then on the dispatchers do it, record by record. Conflict where it was begun already,
 * is empty, or was selected too long ago; NotFound for another's.
 */
export const beginBulk = mutation(bulkOperations.beginBulk, {
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

/** Stops a bulk, whoever began it. Conflict where it has ended. */
export const stopBulk = mutation(bulkOperations.stopBulk, {
  lock: 'shared',
  run: async (unit, { request, nowMs }) => {
    const bulkId = knownId('blk', request.bulkId)
    if (E.isLeft(bulkId)) return bulkId
    const bulk = await unit.bulks.lock(bulkId.right)
    if (bulk === undefined) return notFound
    if (bulk.state !== 'running' && bulk.state !== 'previewed') return conflict
    const ended = stopped(bulk, 'order', nowMs)
    unit.bulks.replace(ended)
    const { operation, total, handled, refused } = ended
    return E.right({
      result: { bulk: bulkView(ended) },
      about: {
        target: bulk.bulkId,
        organizationId: undefined,
        reason: request.reason,
        details: { operation, total, handled, refused },
      },
    })
  },
})

/** How far a bulk is, and its refusals by the places of their records. */
export const getBulk = listing(bulkOperations.getBulk, {
  positions: byNumber,
  query: ({ request }) => {
    const bulkId = knownId('blk', request.bulkId)
    return E.isLeft(bulkId) ? bulkId : E.right({ bulkId: bulkId.right })
  },
  read: async ({ bulkId }, { position = 0, readAhead }, { storage }) => {
    const read = await storage.bulks.refusals(bulkId, position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return E.right({ epoch, value: value && { bulk: value.bulk, entries: value.items } })
  },
  positionOf: ({ number }) => number,
  show: (found, { bulk }) => ({ bulk: bulkView(bulk), refusals: found.map(bulkRefusalView) }),
})
