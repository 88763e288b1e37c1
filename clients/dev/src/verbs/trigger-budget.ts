import { operationAccess } from '../access/access.js'
import type { DataRecord } from '../output/flatten.js'
import type { Body } from '../operations/body.js'
import { callOperation, drawnRequestId } from '../operations/call-operation.js'
import { finishOperation } from '../operations/finish-operation.js'
import { organizationOf } from '../operations/organization-of.js'
import type { Verb } from '../verb.js'
import { chargedCurrency } from './charged-currency.js'
import { sendMessage } from './send.js'
import type { TriggeredMessage, TriggerOptions } from './triggered-message.js'

interface SavedBudget {
  readonly budgetId: string
  readonly version: number
  readonly usedMinor: number
}

const budgetIn = (saved: DataRecord): SavedBudget => saved['budget'] as SavedBudget

/**
 * `trigger budget.threshold_reached`: saves a budget of the app that only alerts, sends a message that reaches it, and
 * deletes it. The app's use today is known from a budget, so its limit is then set to just above. Agents can't
 * delete it.
 */
export const triggerBudget = async (
  verb: Verb,
  { client, message }: TriggeredMessage,
  choice: TriggerOptions,
): Promise<void> => {
  const { signal } = verb.terminal
  const access = await operationAccess(verb.terminal, verb.access, ['person', 'agent'])
  const organizationId = await organizationOf(access, choice.organization, signal)
  const currency = await chargedCurrency(client, message, signal)
  const save = async (changes: Body): Promise<SavedBudget> => {
    const budget = {
      organizationId,
      environment: 'test',
      scope: { appId: message.appId },
      period: 'day',
      currency,
      action: 'alert',
      alertPercents: [100],
      requestId: drawnRequestId(),
      ...changes,
    }
    return budgetIn(await callOperation(access, 'saveOrganizationBudget', budget, signal))
  }
  let saved = await save({ limitMinor: 1 })
  try {
    const { budgetId, version, usedMinor } = saved
    saved = await save({ budgetId, version, limitMinor: usedMinor + 1 })
    await sendMessage(verb, client, message, choice)
  } finally {
    const { budgetId, version } = saved
    if (access.kind === 'person')
      await finishOperation(access, 'deleteOrganizationBudget', { organizationId, budgetId, version })
    else verb.say(`The budget ${budgetId} remains, because only people can delete it.`)
  }
}
