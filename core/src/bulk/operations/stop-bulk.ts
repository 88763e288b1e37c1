import { stopped } from '../domain/bulk.js'
import { bulkView } from './views.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BULK } from './entry-parts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { bulkId as bulkIdField, bulkShape } from './shapes.js'
import { reason } from '../../runner/domain/fields/written-texts.js'

/** Stops a bulk of any owner. Conflict if it has ended. */
export const stopBulkEntry = entryOf('Bulk', 'stopBulk', {
  ...BULK,
  effect: 'ends',
  noStepUp: NO_STEP_UP.STOPS,
  summary: 'Stop a bulk decision',
  description: 'Stops before the next record. Decisions that were already made stay.',
  request: mutationRequest({ bulkId: bulkIdField, reason }, {}),
  result: mutationResult({ bulk: bulkShape }, {}),
})

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))

export const stopBulk = mutation(stopBulkEntry, {
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
