import { receiptView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGE_DECISION, MESSAGES_CONSOLE } from './entry-parts.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { receiptId as receiptIdField, receiptShape } from './shapes.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'

/**
 * Removes a receipt from the lists: an orphan that isn't searched for any longer, or a contradiction that was
 * reviewed. Its content is kept. Conflict for any other receipt.
 */
export const dismissReceiptEntry = entryOf('Messages', 'dismissReceipt', {
  ...MESSAGE_DECISION,
  ...MESSAGES_CONSOLE,
  effect: 'ends',
  noStepUp: NO_STEP_UP.MESSAGES,
  summary: 'Dismiss a delivery report',
  description:
    'Removes a report from the list of orphaned or contradictory reports. The report itself is kept unchanged.',
  controls: ['reason'],
  request: mutationRequest({ receiptId: receiptIdField, reason }, {}),
  result: mutationResult({ receipt: receiptShape }, {}),
})

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))

export const dismissReceipt = mutation(dismissReceiptEntry, {
  lock: 'shared',
  run: async (unit, { request }) => {
    const receiptId = knownId('rct', request.receiptId)
    if (E.isLeft(receiptId)) return receiptId
    const receipt = await unit.receipts.lock(receiptId.right)
    if (receipt === undefined) return notFound
    if (receipt.state !== 'pending' && receipt.state !== 'contradicted') return conflict
    const state = receipt.state === 'pending' ? ('dismissed' as const) : ('reviewed' as const)
    unit.receipts.conclude(receipt.receiptId, state)
    return E.right({
      result: { receipt: receiptView({ ...receipt, state }, undefined) },
      about: {
        target: (state === 'reviewed' ? receipt.messageId : undefined) ?? receipt.receiptId,
        reason: request.reason,
        details: { receiptId: receipt.receiptId, reported: receipt.status, state },
      },
    })
  },
})
