import type { MessageRequest, Postrider } from '@postrider/client'
import { operationAccess } from '../access/access.js'
import { type ExitCode, usageError } from '../errors/exit-code.js'
import { callOperation, drawnRequestId } from '../operations/call-operation.js'
import { organizationOf } from '../operations/organization-of.js'
import type { Verb } from '../verb.js'
import type { OperationChoice } from './operation-choice.js'
import { refusalIn, type SendChoice, sendMessage } from './send.js'

/** Any message that costs something reaches it. */
const LIMIT_MINOR = 1

/** The currency that the message is paid in. Throws if it would be refused or costs nothing. */
const currencyOf = async (
  client: Postrider,
  message: MessageRequest,
  signal: AbortSignal,
): Promise<string> => {
  const preview = await client.messages.preview(message, { signal })
  const refused = refusalIn(preview)
  if (refused !== undefined) throw refused
  const { estimatedCharge: charge } = preview
  if (charge !== null && charge.amountMinor > 0) return charge.currency
  throw usageError('The message costs nothing, so it reaches no budget.')
}

/**
 * `trigger budget.threshold_reached`: saves a budget of the app that only alerts, and sends a message that uses all
 * of it. An alert comes once per budget and day, so each call saves another one.
 */
export const triggerBudget = async (
  verb: Verb,
  client: Postrider,
  message: MessageRequest,
  choice: SendChoice & OperationChoice,
): Promise<ExitCode> => {
  const { signal } = verb.terminal
  const access = await operationAccess(verb.terminal, verb.access, ['person', 'agent'])
  const organizationId = await organizationOf(access, choice.organization, signal)
  const currency = await currencyOf(client, message, signal)
  const budget = {
    organizationId,
    environment: 'test',
    scope: { appId: message.appId },
    period: 'day',
    currency,
    limitMinor: LIMIT_MINOR,
    action: 'alert',
    alertPercents: [100],
    requestId: drawnRequestId(),
  }
  await callOperation(access, 'saveOrganizationBudget', budget, signal)
  return sendMessage(verb, client, message, choice)
}
