import type { Postrider } from '@postrider/client'
import { operationAccess } from '../access/access.js'
import { CommandError, EXIT } from '../errors/exit-code.js'
import { callOperation, drawnRequestId, readByOperation } from '../operations/call-operation.js'
import { finishOperation } from '../operations/finish-operation.js'
import { organizationOf } from '../operations/organization-of.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'
import { chargedCurrency } from './charged-currency.js'
import { sendMessage } from './send.js'
import type { TriggeredMessage, TriggerOptions } from './triggered-message.js'

/** Balances are compared every ten seconds (docs/api/money#low-balance). */
const WAIT_SECONDS = 25
const ROUNDS = 2

/** Waits for the event. Throws if it doesn't come, for example because no dispatcher runs. */
const waitForEvent = async (client: Postrider, after: number, signal: AbortSignal): Promise<void> => {
  for (let round = 0, next = after; round < ROUNDS; round += 1) {
    const filter = { after: next, types: ['balance.low'], wait: WAIT_SECONDS } as const
    const { events, nextSequence } = await client.events.page(filter, { signal })
    if (events.length > 0) return
    next = nextSequence
  }
  throw new CommandError(EXIT.temporary, 'The event didn’t come within 50 seconds.')
}

/**
 * `trigger balance.low`: sets the threshold to the balance, so that a message takes it below, and sets the previous
 * threshold when the event has come. Needs the action `events.read`.
 */
export const triggerLowBalance = async (
  verb: Verb,
  { client, message }: TriggeredMessage,
  choice: TriggerOptions,
): Promise<void> => {
  const { signal, words } = verb.terminal
  const access = await operationAccess(verb.terminal, verb.access, ['person'])
  const organizationId = await organizationOf(access, choice.organization, signal)
  const currency = await chargedCurrency(client, message, signal)
  const { latestSequence } = await client.events.page({ limit: 1 }, { signal })
  const account = { organizationId, currency, environment: 'test' }
  const { thresholdMinor: previous } = await readByOperation(access, 'getBalanceAlert', account, signal)
  const { availableMinor } = await readByOperation(access, 'getCustomerBalance', account, signal)
  const raised = { ...account, thresholdMinor: availableMinor, requestId: drawnRequestId() }
  await callOperation(access, 'setBalanceAlert', raised, signal)
  try {
    await sendMessage(verb, client, message, choice)
    await withProgress(
      words,
      () => 'waiting for balance.low',
      () => waitForEvent(client, latestSequence, signal),
    )
  } finally {
    const before = typeof previous === 'number' ? { thresholdMinor: previous } : {}
    await finishOperation(access, 'setBalanceAlert', { ...account, ...before })
  }
}
