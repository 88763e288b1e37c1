import { inboundView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { inboundShape, inboundId as inboundIdField } from './shapes.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { INBOUND_CONSOLE } from './entry-parts.js'

/**
 * Ends the task of an inbound message without an opt-out, and the hold of its sender. Suppressions that the
 * message caused stay. NotFound if there is no such message; Conflict if it has no task.
 */
export const dismissInboundMessageEntry = entryOf('Inbound', 'dismissInboundMessage', {
  ...INBOUND_CONSOLE,
  summary: 'Dismiss the task of an inbound message',
  description:
    'Decides that an `unclear` message is no opt-out, or that nobody can be found for an `unattributed` one. The hold of the sender ends. Suppressions are kept.',
  mutation: true,
  effect: 'ends',
  noStepUp: NO_STEP_UP.MESSAGES,
  controls: ['reason'],
  refusals: ['Conflict', 'NotFound'],
  request: mutationRequest({ inboundId: inboundIdField, reason }, {}),
  result: mutationResult({ message: inboundShape }, {}),
})

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))

export const dismissInboundMessage = mutation(dismissInboundMessageEntry, {
  lock: 'exclusive',
  run: async (unit, { request }, { phoneNumbers }) => {
    const inboundId = knownId('inb', request.inboundId)
    if (E.isLeft(inboundId)) return inboundId
    const message = await unit.inbound.lock(inboundId.right)
    if (message === undefined) return notFound
    const { task, organizationId, state } = message
    if (task === undefined || state === 'pending') return conflict
    const dismissed = { ...message, task: undefined }
    unit.inbound.replace(dismissed)
    if ((await unit.heldSenders.lock(inboundId.right)) !== undefined) unit.heldSenders.remove(inboundId.right)
    return E.right({
      result: { message: inboundView(dismissed, (e164) => phoneNumbers.countryOf(e164)) },
      about: {
        target: inboundId.right,
        organizationId,
        details: { task },
        reason: request.reason,
      },
    })
  },
})
