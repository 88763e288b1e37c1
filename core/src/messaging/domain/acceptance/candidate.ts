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

/** What makes a message carry an OTP (docs/contract#one-time-passcodes). */
export interface CandidateOtp {
  readonly mac: Digest
  /** Lifetime of the challenge and of its message. */
  readonly ttlMs: number
  readonly destination: Digest
  readonly prefix: string
  /** The sandbox's outcome numbers know no velocity limits (docs/contract#otp-velocity). */
  readonly isUnlimited: boolean
  /** The variables with the code, sealed. */
  readonly sealedVariables: string
}

/** A request for one message with everything that was worked out before the transaction. */
export interface Candidate {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  /** As it is stored: where there is an OTP, asterisks stand in its place. */
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  /** Used if it is accepted. */
  readonly messageId: MessageId
  readonly entryId: EntryId
  /** Whom to look for on the suppression list; undefined where the Organization has none. */
  readonly recipient: Digest | undefined
  readonly otp: CandidateOtp | undefined
  readonly quoted: E.Either<Refusal, Quote>
  readonly trace: TraceContext
}

/** The server-side receipt of a batch (docs/contract#idempotency). */
export interface BatchReceipt {
  readonly key: Digest
  /** Digest of the ordered expanded items. */
  readonly material: Digest
}

/** What one call asks for: a message, or the items of a batch, which stand and fall with one transaction. */
export interface Submission {
  readonly candidates: readonly Candidate[]
  /** Present for a batch. */
  readonly receipt: BatchReceipt | undefined
  /** What the catalog says against its caller, whatever it asks for; it then has no candidates and no receipt. */
  readonly refused: Refusal | undefined
}

/** What an acceptance under a key has answered. */
export interface AcceptedAnswer {
  readonly messageId: MessageId
  readonly acceptedAtMs: EpochMs
  readonly charge: Charge
  readonly lane: Lane
  readonly replayed: boolean
}

/** What each item of a submission is answered, in order; left where the whole submission is refused. */
export type SubmissionAnswer = E.Either<Refusal, ReadonlyArray<E.Either<Refusal, AcceptedAnswer>>>
