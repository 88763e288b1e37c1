import { isUnderWay, type ProcessingFailures } from '../../../providers/domain/calls/dead-letter.js'
import type { Message } from '../messages/message.js'

/** What an operator may decide about a message as it stands now, by the names of the operations. */
export const allowedDecisions = (
  message: Pick<Message, 'state' | 'billing'>,
  failures: ProcessingFailures | undefined,
): ReadonlyArray<'resolveUnconfirmedMessage' | 'requeueDeadLetter'> => [
  ...(message.state === 'UNCONFIRMED' ? (['resolveUnconfirmedMessage'] as const) : []),
  ...(failures?.deadAtMs !== undefined && isUnderWay(message) ? (['requeueDeadLetter'] as const) : []),
]
