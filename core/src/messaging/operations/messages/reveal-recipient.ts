import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { countUses } from '../../../limits/use-cases/count-uses.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGE_DECISION, MESSAGES_CONSOLE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { messageId as messageIdField } from '../../../kernel/codecs/identifiers.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { revealedRecipient } from './shapes.js'

/**
 * Shows a message's recipient. It isn't a read operation because it writes an audit event with the reason.
 * The event contains no part of the recipient. TooManyRequests after twenty within an hour
 * (docs/api/limits#quotas).
 */
export const revealRecipientEntry = entryOf('Messages', 'revealRecipient', {
  ...MESSAGE_DECISION,
  ...MESSAGES_CONSOLE,
  effect: 'adds',
  stepUp: true,
  quotas: ['revealedRecipients'],
  summary: 'Reveal the full recipient of a message',
  description: 'Needs a reason each time, which is written to the audit log.',
  controls: ['reason'],
  refusals: ['NotFound'],
  request: mutationRequest({ messageId: messageIdField, reason }, {}),
  result: mutationResult({ messageId: messageIdField, recipient: revealedRecipient }, {}),
})

export const revealRecipient = mutation(revealRecipientEntry, {
  lock: 'shared',
  run: async (unit, { request, facts, nowMs }, needs) => {
    const messageId = knownId('msg', request.messageId)
    if (E.isLeft(messageId)) return messageId
    const { messages } = await unit.messages.gather({ messageId: messageId.right, learned: [] })
    const found = messages.get(messageId.right)
    if (found === undefined) return E.left(refusal('NotFound'))
    const use = { quota: 'revealedRecipients', of: facts.user.userId } as const
    const counted = await countUses(needs, unit, [use], nowMs)
    if (E.isLeft(counted)) return counted
    const { organizationId, to } = found.message
    return E.right({
      result: { messageId: messageId.right, recipient: to },
      about: { target: messageId.right, organizationId, reason: request.reason, details: {} },
    })
  },
})
