import type { AcceptedAnswer } from '../messaging/domain/acceptance/candidate.js'
import type { BatchItem, BatchItemParts } from '../messaging/domain/acceptance/expand-batch.js'
import type { SendRequest } from '../messaging/domain/messages/send-request.js'
import type { RateSubject } from '../limits/domain/rate-policy.js'
import type { ShownMessage } from '../messaging/domain/messages/message.js'
import type { Outage, StorageUnavailable } from '../kernel/refusals/outage.js'
import type { FieldProblem, Refusal } from '../kernel/refusals/refusal.js'
import type { ServerCredential } from '../tenancy/domain/credential.js'
import type { TraceContext } from '../kernel/tracing/trace-context.js'
import type { TE } from '../fp.js'
import type { Figures } from '../platform/ports/figure-storage.js'
import type { Preview } from '../messaging/use-cases/acceptance/preview-of.js'
import type { Balance } from '../messaging/use-cases/accounts/get-balance.js'
import type { UsagePage, UsageRequest } from '../messaging/use-cases/usage/list-usage.js'
import type { Server } from '../identity/use-cases/callers/caller.js'
import type { Granted } from '../identity/use-cases/credentials/read-as.js'
import type { DispatchUseCases } from './dispatching.js'
import type { LedgerKey } from '../ledger/use-cases/get-ledger-key.js'
import type { Allowance } from '../limits/use-cases/allowance.js'
import type { Addressed, OtpParts } from '../messaging/use-cases/messages/inspect-sends.js'
import type {
  TestMessagePage,
  TestMessageRequest,
} from '../messaging/use-cases/test-messages/read-test-messages.js'
import type { MessageListRequest, MessagePage } from '../messaging/use-cases/messages/list-recent-messages.js'
import type { LookUp } from '../messaging/use-cases/messages/look-up-messages.js'
import type { Admission, BatchItemAnswer } from '../messaging/use-cases/messages/send-batch.js'
import type { OtpRequest } from '../messaging/domain/messages/otp-request.js'
import type { SentOtp } from '../messaging/use-cases/otp/send-otp.js'
import type { OtpGuess } from '../messaging/use-cases/otp/verify-otp.js'
import type { OpenCallback } from '../messaging/use-cases/receipts/receive-callback.js'
import type { Readiness } from '../platform/use-cases/status/check-readiness.js'

/**
 * What customers' servers ask for, what providers tell, and what hosts need to let them in. A refusal is an answer, and says why by
 * its `_tag` (docs/contract#error-codes); an outage is that nobody can say at the moment.
 */
export interface ServerUseCases {
  /**
   * The server that a bearer value belongs to. Missing, malformed, unknown, expired, revoked or used from elsewhere: Unauthenticated
   * for all. From memory of a second ago at the most (docs/contract#revocation).
   */
  authenticate(bearer: string | undefined, clientAddress: string): TE.TaskEither<Refusal | Outage, Server>
  /**
   * Takes `cost` tokens from each of these buckets, at least one bucket, or from none of them. Limited names the bucket that has
   * too few, and says when it has enough (docs/contract#rate-limits).
   */
  takeAllowance(subjects: readonly RateSubject[], cost: number): Promise<Allowance>
  /** What a credential may do at this moment; never from memory (docs/contract#server-credentials). */
  checkCredential(caller: Server): TE.TaskEither<Refusal | Outage, ServerCredential>
  /**
   * Accepts one message (docs/contract#acceptance): right only when message, key, reservation and outbox row are durable. The same key
   * and request answer the same again, with `replayed`; another request under the key is IdempotencyConflict. What is refused has
   * written nothing and used no key.
   */
  acceptMessage(
    caller: Granted<'messages.send'>,
    key: string,
    request: SendRequest,
    trace?: TraceContext,
  ): TE.TaskEither<Refusal | Outage, AcceptedAnswer>
  /** What accepting the message would come to, refusal and price, at this moment and under a new key; does nothing (docs/contract#dry-run). */
  dryRunMessage(
    caller: Granted<'messages.send'>,
    request: SendRequest,
  ): TE.TaskEither<Refusal | Outage, Preview>
  /** What is wrong with a message without looking anything up: whether its recipient is one of its channel. */
  inspectMessage(message: Omit<Addressed, 'field'>): readonly FieldProblem[]
  /** The same of a batch's items, of all at once: how many messages they make, channels without a template, recipients. */
  inspectBatch(items: ReadonlyArray<BatchItemParts | undefined>): readonly FieldProblem[]
  /** The same of an OTP's request: its recipient, and a code that nobody may give. */
  inspectOtp(otp: OtpParts): readonly FieldProblem[]
  /**
   * Accepts the messages of a batch (docs/contract#batches). Left: all of it fails and nothing was written; right: what each message was
   * answered, in the order of expansion. Sent again under its key it replays what was accepted and tries the rest. `admit` is asked once,
   * when it is known how many messages there are.
   */
  sendBatch(
    caller: Granted<'messages.send'>,
    key: string,
    items: readonly BatchItem[],
    admit: Admission,
    trace?: TraceContext,
  ): TE.TaskEither<Refusal | Outage, readonly BatchItemAnswer[]>
  /**
   * Sends a one-time passcode (docs/contract#otp-request): challenge, message and money are one durable write, and a pending one of the
   * same app, channel and destination is superseded. Refused as a send is, and TooManyRequests beyond the velocity.
   */
  sendOtp(
    caller: Granted<'messages.send'>,
    key: string,
    request: OtpRequest,
    trace?: TraceContext,
  ): TE.TaskEither<Refusal | Outage, SentOtp>
  /**
   * Verifies a passcode (docs/contract#otp-verification): right once, of any number of right ones at a time exactly one. All that is not
   * right is OtpVerificationFailed, after the same work, and counted before it is compared.
   */
  verifyOtp(caller: Granted<'messages.send'>, guess: OtpGuess): TE.TaskEither<Refusal | Outage, void>
  /** The app's message; NotFound for an unknown, a malformed and another tenant's id alike (docs/contract#message-projection). */
  findMessage(
    caller: Granted<'messages.read'>,
    messageId: string,
  ): TE.TaskEither<Refusal | Outage, ShownMessage>
  /** "Did it go?" without sending again: the app's messages by key or reference, newest first, at most 100 (docs/contract#message-look-up). */
  lookUpMessages(
    caller: Granted<'messages.read'>,
    lookUp: LookUp,
  ): TE.TaskEither<Refusal | Outage, readonly ShownMessage[]>
  /**
   * A page of the app's messages in the caller's environment, newest first; it may be shorter than was asked for while there are more
   * (docs/contract#message-list). InvalidRequest for a cursor of another query.
   */
  listRecentMessages(
    caller: Granted<'messages.read'>,
    request: MessageListRequest,
  ): TE.TaskEither<Refusal | Outage, MessagePage>
  /** A page of what the sandbox delivered for the app, newest first; PermissionDenied in production (docs/contract#test-messages). */
  readTestMessages(
    caller: Granted<'messages.read'>,
    request: TestMessageRequest,
  ): TE.TaskEither<Refusal | Outage, TestMessagePage>
  /** The Organization's money in the caller's environment, in minor units of the currency; zeros where there is no account (docs/contract#balances). */
  getBalance(caller: Granted<'billing.read'>, currency: string): TE.TaskEither<Refusal | Outage, Balance>
  /** A page of the app's reservations, settlements and releases (docs/contract#usage). InvalidRequest for a range or cursor that is none. */
  listUsage(caller: Granted<'usage.read'>, request: UsageRequest): TE.TaskEither<Refusal | Outage, UsagePage>
  /** Whether this process can accept messages durably; asks the database at most once a second (docs/contract#readiness). */
  checkReadiness(): Promise<Readiness>
  /** What waits for people and what is stopped, as many as the operators' lists show. */
  readFigures(): TE.TaskEither<StorageUnavailable, Figures>
  /** Takes what a provider calls us with. Right: undefined where account and token do not belong together; which is wrong nobody learns. */
  openCallback(providerAccountId: string, token: string): TE.TaskEither<Outage, OpenCallback | undefined>
  /** The public half of the key that signs heads of the ledger (docs/contract#ledger-proof). */
  getLedgerKey(): TE.TaskEither<StorageUnavailable, LedgerKey>
  /** What a dispatcher does, piece by piece; its host says when. One of these in a process. */
  dispatching(): DispatchUseCases
  /** Deletes at most so many rate-limit buckets that are full, which one that is not there is too. Right: how many. */
  purgeBuckets(most: number): TE.TaskEither<StorageUnavailable, number>
}
