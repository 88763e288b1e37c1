import type { AppId, EntryId, MessageId, OrganizationId } from '../../../kernel/ids/id.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { Charge } from '../messages/message.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { TraceContext } from '../../../kernel/tracing/trace-context.js'
import type { E } from '../../../fp.js'
import type { Quote } from './quote.js'
import type { AddressedRequest } from '../messages/send-request.js'

/** The OTP that a message carries (docs/api/otp). */
export interface CandidateOtp {
  readonly mac: Digest
  /** Lifetime of the challenge and of its message. */
  readonly ttlMs: number
  readonly destination: Digest
  readonly prefix: string
  /** The sandbox's outcome numbers have no velocity limits (docs/api/otp#otp-velocity). */
  readonly isUnlimited: boolean
  /** The variables with the code, encrypted. */
  readonly sealedVariables: string
}

/** A request for one message, with everything that is computed before the transaction. */
export interface Candidate {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  /** The request as it is stored: an OTP is replaced by asterisks. */
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  /** The message's ID if it is accepted. */
  readonly messageId: MessageId
  readonly entryId: EntryId
  /** The digest to look up on the suppression list; undefined if the Organization has no list. */
  readonly recipient: Digest | undefined
  readonly otp: CandidateOtp | undefined
  /** When the message expires, if neither its challenge nor the usual validity determines it. */
  readonly expiresAtMs: EpochMs | undefined
  readonly quoted: E.Either<Refusal, Quote>
  readonly trace: TraceContext
}

/** The server-side receipt of a batch (docs/api/conventions#idempotency). */
export interface BatchReceipt {
  readonly key: Digest
  /** Digest of the ordered expanded items. */
  readonly material: Digest
}

/** One call's request: a message, or the items of a batch, which share one transaction. */
export interface Submission {
  readonly candidates: readonly Candidate[]
  /** Present for a batch. */
  readonly receipt: BatchReceipt | undefined
  /**
   * The reason why the caller can't send anything, from the catalog. There are then no candidates and no
   * receipt.
   */
  readonly refused: Refusal | undefined
}

/** The result that an acceptance returned for its key. */
export interface AcceptedAnswer {
  readonly messageId: MessageId
  readonly acceptedAtMs: EpochMs
  readonly charge: Charge
  readonly lane: Lane
  readonly replayed: boolean
}

/** The result for each item of a submission, in order; left if the whole submission is refused. */
export type SubmissionAnswer = E.Either<Refusal, ReadonlyArray<E.Either<Refusal, AcceptedAnswer>>>
