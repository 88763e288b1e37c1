import type { Digest } from '../../../kernel/digests/digest.js'
import type { EntryId, MessageId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { TraceContext } from '../../../kernel/tracing/trace-context.js'
import type { CandidateOtp } from './candidate.js'
import type { ProblemPlace } from './problem-place.js'
import type { AddressedRequest } from '../messages/send-request.js'

/** A generated OTP, before the sealing key is known. */
export type DrawnOtp = Omit<CandidateOtp, 'mac' | 'sealedVariables'> & {
  /**
   * In plain text. It is never written or logged, and leaves the process only for another worker on the same
   * machine.
   */
  readonly code: string
  /** The template's variable that takes the code. */
  readonly variable: string
}

/** The terms of a reply to a keyword (docs/api/consent#replies-to-keywords). */
export interface ReplyTerms {
  /** The main part of its sender: the one that the person wrote to. */
  readonly sender: string
  /** It isn't sent after this time. */
  readonly expiresAtMs: EpochMs
}

/**
 * A requested message with its computed identity. It is plain data, because another worker may accept it
 * (`core/src/messaging/ports/homes.ts`).
 */
export interface PendingItem {
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  readonly messageId: MessageId
  readonly entryId: EntryId
  readonly otp: DrawnOtp | undefined
  /** The sender that a legacy item names, if any. */
  readonly legacySenderId: string | undefined
  /** Present for a reply to a keyword; absent otherwise. */
  readonly reply?: ReplyTerms
  /** The position of its fields in the request body. */
  readonly place: ProblemPlace
  readonly trace: TraceContext
}
