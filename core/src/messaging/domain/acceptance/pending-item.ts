import type { Digest } from '../../../kernel/digests/digest.js'
import type { EntryId, MessageId } from '../../../kernel/ids/id.js'
import type { TraceContext } from '../../../kernel/tracing/trace-context.js'
import type { CandidateOtp } from './candidate.js'
import type { ProblemPlace } from './problem-place.js'
import type { AddressedRequest } from '../messages/send-request.js'

/** An OTP that was drawn, before it is known which key seals. */
export type DrawnOtp = Omit<CandidateOtp, 'mac' | 'sealedVariables'> & {
  /** In clear: it is never written or logged, and leaves the process only for another worker of the machine. */
  readonly code: string
  /** The template's variable that takes the code. */
  readonly variable: string
}

/** A message that is asked for, its identity worked out. Plain data: another worker may accept it (`core/src/messaging/ports/homes.ts`). */
export interface PendingItem {
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  readonly messageId: MessageId
  readonly entryId: EntryId
  readonly otp: DrawnOtp | undefined
  /** The sender that a legacy item names; undefined where it names none. */
  readonly legacySenderId: string | undefined
  /** Where its fields are in the body that was sent. */
  readonly place: ProblemPlace
  readonly trace: TraceContext
}
