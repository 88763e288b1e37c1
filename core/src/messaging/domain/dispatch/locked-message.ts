import type { Message } from '../messages/message.js'
import type { AccountRefusal } from '../../../providers/domain/calls/account-refusal.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import type { ClaimToken } from '../../../providers/domain/calls/claim.js'

/** A message that a transaction has locked, with its latest attempt and the name of its latest claim. */
export interface LockedMessage {
  readonly message: Message
  readonly lastAttempt: Attempt | undefined
  readonly claim: ClaimToken
  /** The accounts that refuse the message. */
  readonly refusals: readonly AccountRefusal[]
}
