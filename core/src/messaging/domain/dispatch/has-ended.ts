import type { Message } from '../messages/message.js'
import { isOpenState, type MessageState } from '../../../kernel/messages/message-state.js'
import { isUnderWay } from '../../../providers/domain/calls/dead-letter.js'

type Ending = Pick<Message, 'state' | 'billing'>

const isFinal = (state: MessageState): boolean => !isOpenState(state) && state !== 'SUBMITTED'

/**
 * Whether a message has ended with this change. Either its state is final, or it is SUBMITTED, its money is
 * closed, and no report is expected. No report is expected if the provider sends none (`isLastWord`) or the
 * wait timed out. A later report ends the message again.
 */
export const hasEnded = (before: Ending, after: Ending, isLastWord: boolean): boolean => {
  if (isFinal(before.state)) return false
  if (isFinal(after.state)) return true
  const isDone = isUnderWay(before) && !isUnderWay(after)
  return isDone && (isLastWord || before.state === 'SUBMITTED')
}
