import type { Message } from '../messages/message.js'
import type { Attempt } from './attempt.js'

/** Whether at most one attempt was taken, and no attempt lies beyond the message's number (reliability D-2). */
export const attemptsSound = (message: Message, attempts: readonly Attempt[]): boolean =>
  attempts.filter(({ phase }) => phase === 'taken').length <= 1 &&
  attempts.every(({ number }) => number <= message.attempt)
