import { isUnderWay, type ProcessingFailures } from '../../../providers/domain/calls/dead-letter.js'
import type { Message } from '../messages/message.js'

/** The decisions that a super admin can make about a message in its current state, by operation name. */
export const allowedDecisions = (
  message: Pick<Message, 'state' | 'billing'>,
  failures: ProcessingFailures | undefined,
): ReadonlyArray<'resolveUnconfirmedMessage' | 'requeueDeadLetter'> => [
  ...(message.state === 'UNCONFIRMED' ? (['resolveUnconfirmedMessage'] as const) : []),
  ...(failures?.deadAtMs !== undefined && isUnderWay(message) ? (['requeueDeadLetter'] as const) : []),
]
