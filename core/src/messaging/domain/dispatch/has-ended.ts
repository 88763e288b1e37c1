import type { Message } from '../messages/message.js'
import { isOpenState, type MessageState } from '../../../kernel/messages/message-state.js'
import { isUnderWay } from '../../../providers/domain/calls/dead-letter.js'

type Ending = Pick<Message, 'state' | 'billing'>

const isFinal = (state: MessageState): boolean => !isOpenState(state) && state !== 'SUBMITTED'

/**
 * Whether a message has ended with this change: its state is final; or it is SUBMITTED, its money is closed, and nothing is
 * expected of its provider any more, because that reports nothing (`isLastWord`) or was waited for in vain. A report that
 * comes in spite of it ends the message once more.
 */
export const hasEnded = (before: Ending, after: Ending, isLastWord: boolean): boolean => {
  if (isFinal(before.state)) return false
  if (isFinal(after.state)) return true
  const isDone = isUnderWay(before) && !isUnderWay(after)
  return isDone && (isLastWord || before.state === 'SUBMITTED')
}
