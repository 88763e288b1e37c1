import type { Message } from '../messages/message.js'
import type { Attempt } from './attempt.js'

/** A message as a transaction holds it, with its latest attempt. */
export interface HeldMessage {
  readonly message: Message
  readonly lastAttempt: Attempt | undefined
}
