import { settle } from '../../domain/dispatch/settle.js'
import type { LockedMessage } from '../../domain/dispatch/locked-message.js'
import { historyMessageView } from './message-view.js'
import { refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { MessageState } from '../../../kernel/messages/message-state.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { settleContextOf } from './settle-context.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { namedMessageId } from '../../../kernel/codecs/identifiers.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { historyMessageShape } from './message-view.js'

/**
 * Cancels a message of the Organization that waits, for example because every provider account refuses
 * messages: its money is released (docs/api/operations#website-operations). NotFound if the Organization has
 * no such message. Conflict with the reason if a provider may have it: it is being sent, or has another state
 * than ACCEPTED.
 */
export const cancelMessageEntry = entryOf('Messages', 'cancelMessage', {
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'apps.manage',
  mutation: true,
  effect: 'ends',
  whileSuspended: true,
  controls: ['reason'],
  refusals: ['NotFound', 'Conflict'],
  summary: 'Cancel a message that waits for a provider',
  description:
    'The message becomes CANCELLED, and the reserved amount is released. A message that a provider has, or may have, is refused.',
  success: 'The message is cancelled.',
  request: mutationRequest(
    { organizationId: organizationIdField, messageId: namedMessageId, reason: reasonField },
    {},
  ),
  result: mutationResult({ message: historyMessageShape }, {}),
})

const BEING_SENT =
  'The message is being sent, so a provider may have it. Try again if it still waits in a minute.'

/** Why a message in another state than ACCEPTED can't be cancelled. */
const stateProblem = (state: Exclude<MessageState, 'ACCEPTED'>): string => {
  switch (state) {
    case 'CANCELLED':
      return 'The message is already cancelled.'
    case 'SUBMITTED':
      return 'A provider already has the message.'
    case 'UNCONFIRMED':
      return 'A provider may have the message: the outcome of the call is unknown.'
    default:
      return `The message is already final: ${state}.`
  }
}

/**
 * Why the message can't be cancelled; undefined if certainly no provider has it, and no dispatcher is about
 * to call one.
 */
const cancelProblem = ({ message, lastAttempt }: LockedMessage, nowMs: EpochMs): string | undefined => {
  if (message.state !== 'ACCEPTED') return stateProblem(message.state)
  const isOpenCall = lastAttempt?.phase === 'intent' || lastAttempt?.phase === 'unknown'
  return isOpenCall || message.leaseUntilMs > nowMs ? BEING_SENT : undefined
}

export const cancelMessage = mutation(cancelMessageEntry, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const { request, nowMs } = call
    const { organizationId } = membershipOf(call).organization
    const messageId = knownId('msg', request.messageId)
    if (E.isLeft(messageId)) return messageId
    const known = await unit.messages.gather({ messageId: messageId.right, learned: [] })
    const locked = known.messages.get(messageId.right)
    if (locked?.message.organizationId !== organizationId) return E.left(refusal('NotFound'))
    const { message } = locked
    const isClosable = message.billing !== 'provisional' || known.reservations.has(message.messageId)
    const problem = cancelProblem(locked, nowMs)
    if (problem !== undefined) return E.left(refusalSaying('Conflict', problem))
    if (!isClosable) return E.left(refusal('Conflict'))
    const { attempt } = message
    const report = {
      _tag: 'Ended',
      messageId: message.messageId,
      attempt,
      ending: { _tag: 'Cancelled' },
    } as const
    const settlement = settle([report], known, settleContextOf(needs, nowMs))
    unit.messages.settle(settlement)
    const [after = message] = settlement.messages
    return E.right({
      result: { message: historyMessageView(after) },
      about: {
        target: message.messageId,
        organizationId,
        reason: request.reason,
        details: { became: after.state },
      },
    })
  },
})
