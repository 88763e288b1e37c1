import type { Lane } from '../../../kernel/messages/lane.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { Charge } from '../messages/message.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AcceptedAnswer } from './candidate.js'

/** What an earlier acceptance left behind. */
export interface EarlierAcceptance {
  readonly material: Digest
  readonly messageId: MessageId
  readonly acceptedAtMs: EpochMs
  readonly charge: Charge
  readonly lane: Lane
}

/**
 * Answers a request whose key was used: what was answered then, whatever has changed since
 * (docs/contract#idempotency); IdempotencyConflict where it is about something else. `messageId` is the identity
 * that the request brought along: the answer is a replay unless the acceptance is its own.
 */
export const answerAgain = (
  { material, messageId }: { readonly material: Digest; readonly messageId: MessageId },
  earlier: EarlierAcceptance,
): E.Either<Refusal, AcceptedAnswer> => {
  if (earlier.material !== material) return E.left(refusal('IdempotencyConflict'))
  const { acceptedAtMs, charge, lane } = earlier
  const replayed = earlier.messageId !== messageId
  return E.right({ messageId: earlier.messageId, acceptedAtMs, charge, lane, replayed })
}
