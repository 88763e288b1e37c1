import { randomUUID } from 'node:crypto'
import { operationAccess } from '../access/access.js'
import { ServiceFault } from '../access/ask.js'
import { callOperation, drawnRequestId } from '../operations/call-operation.js'
import { organizationOf } from '../operations/organization-of.js'
import { pauseUntil } from '../pause.js'
import type { Verb } from '../verb.js'
import type { TriggeredMessage, TriggerOptions } from './triggered-message.js'

const PERIOD_MS = 200

/** Whether the message can't be canceled at this moment, for example because a dispatcher is just sending it. */
const isConflict = (error: unknown): boolean => error instanceof ServiceFault && error.code === 'conflict'

/** `trigger message.canceled`: cancels a message that waits, because the sandbox refuses it temporarily. */
export const triggerCancellation = async (
  verb: Verb,
  { client, message }: TriggeredMessage,
  choice: TriggerOptions,
): Promise<void> => {
  const { signal } = verb.terminal
  const access = await operationAccess(verb.terminal, verb.access, ['person'])
  const organizationId = await organizationOf(access, choice.organization, signal)
  const idempotencyKey = choice.key ?? randomUUID()
  const { messageId } = await client.messages.send(message, { idempotencyKey, signal })
  for (;;)
    try {
      const requestId = drawnRequestId()
      const body = { organizationId, messageId, reason: 'postrider-dev trigger message.canceled', requestId }
      verb.writer().one(await callOperation(access, 'cancelMessage', body, signal))
      return
    } catch (error) {
      if (!isConflict(error)) throw error
      const { state } = await client.messages.get(messageId, { signal })
      if (state !== 'ACCEPTED' || (await pauseUntil(PERIOD_MS, signal))) throw error
    }
}
