import type { Message } from '../messages/message.js'
import type { Attempt } from './attempt.js'
import type { ClaimToken } from './claim.js'

/** A message as a transaction holds it, with its latest attempt and the name of its latest claim. */
export interface HeldMessage {
  readonly message: Message
  readonly lastAttempt: Attempt | undefined
  readonly claim: ClaimToken
}
