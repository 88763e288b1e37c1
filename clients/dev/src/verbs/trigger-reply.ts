import { callOperation, drawnRequestId } from '../operations/call-operation.js'
import { finishOperation } from '../operations/finish-operation.js'
import type { Triggered } from '../triggers.js'
import type { Verb } from '../verb.js'
import { sendForPerson, type TriggeredMessage, type TriggerOptions } from './triggered-message.js'
import { waited } from './wait.js'

/**
 * `trigger message.received`, `consent.opted_out` and `consent.opted_in`: sends a message, and replies to it as its
 * recipient. An opt-out would suppress the recipient in the whole Organization, so it is ended at once.
 */
export const triggerReply = async (
  verb: Verb,
  triggered: TriggeredMessage,
  choice: TriggerOptions,
  type: Triggered,
): Promise<void> => {
  const { access, organizationId, messageId, signal } = await sendForPerson(verb, triggered, choice)
  await waited(verb, triggered.client, messageId, { timeout: choice.timeout })
  const reply = { organizationId, messageId }
  const isConsent = type !== 'message.received'
  const text = isConsent ? 'STOP' : 'Hello'
  const requestId = drawnRequestId()
  await callOperation(access, 'replyToTestMessage', { ...reply, text, requestId }, signal)
  if (isConsent) await finishOperation(access, 'replyToTestMessage', { ...reply, text: 'START' })
  verb.writer().one({ messageId, to: triggered.message.to, replies: isConsent ? 'STOP, START' : text })
}
