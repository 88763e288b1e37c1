import { ServiceFault } from '../access/ask.js'
import { callOperation, drawnRequestId } from '../operations/call-operation.js'
import { pauseUntil } from '../pause.js'
import type { Verb } from '../verb.js'
import { sendForPerson, type TriggeredMessage, type TriggerOptions } from './triggered-message.js'

const PERIOD_MS = 200

/** Whether the message can't be canceled at this moment, for example because a dispatcher is just sending it. */
const isConflict = (error: unknown): boolean => error instanceof ServiceFault && error.code === 'conflict'

/** `trigger message.canceled`: cancels a message that waits, because the sandbox refuses it temporarily. */
export const triggerCancellation = async (
  verb: Verb,
  triggered: TriggeredMessage,
  choice: TriggerOptions,
): Promise<void> => {
  const { access, organizationId, messageId, signal } = await sendForPerson(verb, triggered, choice)
  for (;;)
    try {
      const requestId = drawnRequestId()
      const body = { organizationId, messageId, reason: 'postrider-dev trigger message.canceled', requestId }
      verb.writer().one(await callOperation(access, 'cancelMessage', body, signal))
      return
    } catch (error) {
      if (!isConflict(error)) throw error
      const { state } = await triggered.client.messages.get(messageId, { signal })
      if (state !== 'ACCEPTED' || (await pauseUntil(PERIOD_MS, signal))) throw error
    }
}
