import { isUnderWay, revived } from '../../../providers/domain/calls/dead-letter.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGE_DECISION, MESSAGES_EVERYWHERE } from './entry-parts.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { messageId as messageIdField } from '../../../kernel/codecs/identifiers.js'
import { failuresVersion } from './shapes.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'

/**
 * Retries a dead letter at once, with as many attempts as a new message (docs/promises#poison-messages).
 * Conflict if the message isn't a dead letter, or has changed since it was viewed.
 */
export const requeueDeadLetterEntry = entryOf('Messages', 'requeueDeadLetter', {
  ...MESSAGE_DECISION,
  ...MESSAGES_EVERYWHERE,
  effect: 'changes',
  noStepUp: NO_STEP_UP.MESSAGES,
  summary: 'Requeue a dead letter',
  description:
    'Processes the message again at once, with as many attempts as a new one. If its validity has ended in the meantime, it expires.',
  success: 'The message is processed again.',
  controls: ['reason', 'version'],
  request: mutationRequest({ messageId: messageIdField, version: failuresVersion, reason }, {}),
  result: mutationResult({ messageId: messageIdField, version: failuresVersion }, {}),
})

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))

export const requeueDeadLetter = mutation(requeueDeadLetterEntry, {
  lock: 'shared',
  run: async (unit, { request, nowMs }) => {
    const messageId = knownId('msg', request.messageId)
    if (E.isLeft(messageId)) return messageId
    const message = await unit.messages.lockFailing(messageId.right)
    if (message === undefined) return notFound
    const failures = await unit.processingFailures.lock(message.messageId)
    const isDead = failures?.deadAtMs !== undefined && isUnderWay(message)
    if (!isDead || failures.version !== request.version) return conflict
    const now = revived(failures)
    unit.processingFailures.replace(now)
    unit.messages.makeDue(message.messageId, nowMs)
    return E.right({
      result: { messageId: message.messageId, version: now.version },
      about: {
        target: message.messageId,
        organizationId: message.organizationId,
        reason: request.reason,
        details: { stage: failures.stage, failures: failures.failures },
      },
    })
  },
})
