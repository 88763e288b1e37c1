import type { BatchReceipt, CandidateOtp } from '../../domain/acceptance/candidate.js'
import type { AddressedRequest } from '../../domain/acceptance/send-request.js'
import type { EntryId, MessageId } from '../../domain/ids/id.js'
import type { KeyId } from '../../domain/keys/key-id.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { FieldProblem } from '../../domain/refusals/refusal.js'
import type { TraceContext } from '../../domain/tracing/trace-context.js'
import type { Server } from '../callers/caller.js'

/** An OTP that was drawn, before it is known which key seals. */
export type DrawnOtp = Omit<CandidateOtp, 'mac' | 'sealedVariables'> & {
  /** Puts the code where nobody can read it, under the key that the installation names. */
  sealed(under: KeyId | undefined): Pick<CandidateOtp, 'mac' | 'sealedVariables'>
}

/** A message that is asked for, its identity worked out. */
export interface PendingItem {
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  readonly messageId: MessageId
  readonly entryId: EntryId
  readonly otp: DrawnOtp | undefined
  /** The sender that a legacy item names; undefined where it names none. */
  readonly legacySenderId: string | undefined
  /** Says where a broken field of the message lies in the body that was sent. */
  readonly relocate: (problem: FieldProblem) => FieldProblem
  readonly trace: TraceContext
}

/** What one call asks for, before anything was looked up. */
export interface PendingSubmission {
  readonly caller: Server
  readonly items: readonly PendingItem[]
  /** Present for a batch. */
  readonly receipt: BatchReceipt | undefined
}

/** A broken field of a body that is the message itself. */
export const inPlace = (problem: FieldProblem): FieldProblem => problem
