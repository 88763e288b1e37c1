import type { Lane } from '../../../kernel/messages/lane.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { Charge } from '../messages/message.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AcceptedAnswer } from './candidate.js'

/** The stored data of an earlier acceptance. */
export interface EarlierAcceptance {
  readonly material: Digest
  readonly messageId: MessageId
  readonly acceptedAtMs: EpochMs
  readonly charge: Charge
  readonly lane: Lane
}

/**
 * Responds to a request whose key was already used. It returns the earlier response, whatever has changed
 * since (docs/api/conventions#idempotency), or IdempotencyConflict if the request is different. `messageId`
 * is the ID that this request brought along. The response counts as a replay unless it has the same ID.
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
