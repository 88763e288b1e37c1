import type { AcceptedAnswer } from '../messaging/domain/acceptance/candidate.js'
import type { BatchItem, BatchItemParts } from '../messaging/domain/acceptance/expand-batch.js'
import type { SendRequest } from '../messaging/domain/messages/send-request.js'
import type { RateSubject } from '../limits/domain/rate-policy.js'
import type { ShownMessage } from '../messaging/domain/messages/message.js'
import type { Outage, StorageUnavailable } from '../kernel/refusals/outage.js'
import type { FieldProblem, Refusal } from '../kernel/refusals/refusal.js'
import type { ServerCredential } from '../tenancy/domain/credential.js'
import type { TraceContext } from '../kernel/tracing/trace-context.js'
import type { E, TE } from '../fp.js'
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
import type { EventListRequest, EventPage, WhileWaiting } from '../events/use-cases/list-events.js'
import type { LookUp } from '../messaging/use-cases/messages/look-up-messages.js'
import type { Admission, BatchItemAnswer } from '../messaging/use-cases/messages/send-batch.js'
import type { OtpRequest } from '../messaging/domain/messages/otp-request.js'
import type { SentOtp } from '../messaging/use-cases/otp/send-otp.js'
import type { OtpGuess } from '../messaging/use-cases/otp/verify-otp.js'
import type { Origin } from '../audit/domain/audit-event.js'
import type { Unsubscriber } from '../consent/domain/unsubscribe-link.js'
import type { OpenCallback } from '../messaging/use-cases/receipts/receive-callback.js'
import type { Readiness } from '../platform/use-cases/status/check-readiness.js'

/**
 * The use cases of customers' servers, the reports of providers, and the authentication that hosts need. A
 * refusal is a result, with its reason in `_tag` (docs/api/conventions#error-codes); an outage means that the
 * result is unknown at the moment.
 */
export interface ServerUseCases {
  /**
   * The server that a bearer value belongs to. Unauthenticated if it is missing, malformed, unknown, expired,
   * revoked or used from a forbidden address. Cached for at most a second (docs/api/access#revocation).
   */
  authenticate(bearer: string | undefined, clientAddress: string): TE.TaskEither<Refusal | Outage, Server>
  /**
   * Takes `cost` tokens from each of these buckets, at least one bucket, or from none of them. Limited names
   * the bucket that has too few, and when it has enough (docs/api/limits#rate-limits).
   */
  takeAllowance(subjects: readonly RateSubject[], cost: number): Promise<Allowance>
  /** The present rights of a credential, never cached (docs/api/access#server-credentials). */
  checkCredential(caller: Server): TE.TaskEither<Refusal | Outage, ServerCredential>
  /**
   * Accepts one message (docs/api/sending#acceptance): right only once message, key, reservation and outbox
   * row are durable. The same key and request return the same result again, with `replayed`; another request
   * with the key is IdempotencyConflict. A refused request writes nothing and uses no key.
   */
  acceptMessage(
    caller: Granted<'messages.send'>,
    key: string,
    request: SendRequest,
    trace?: TraceContext,
  ): TE.TaskEither<Refusal | Outage, AcceptedAnswer>
  /**
   * The result of accepting the message now under a new key, refusal or price, without doing it
   * (docs/api/sending#dry-run).
   */
  dryRunMessage(
    caller: Granted<'messages.send'>,
    request: SendRequest,
  ): TE.TaskEither<Refusal | Outage, Preview>
  /** The problems of a message that need no lookups: whether its recipient is valid for its channel. */
  inspectMessage(message: Omit<Addressed, 'field'>): readonly FieldProblem[]
  /**
   * The same for all items of a batch: how many messages they make, channels without a template, recipients.
   */
  inspectBatch(items: ReadonlyArray<BatchItemParts | undefined>): readonly FieldProblem[]
  /** The same for an OTP request: its recipient, and a code that callers may not set. */
  inspectOtp(otp: OtpParts): readonly FieldProblem[]
  /**
   * Accepts the messages of a batch (docs/api/sending#batches). Left: all of it fails and nothing was
   * written; right: the result of each message, in the order of expansion. Sent again with its key, it
   * replays accepted messages and retries the others. `admit` is called once, when the number of messages is
   * known.
   */
  sendBatch(
    caller: Granted<'messages.send'>,
    key: string,
    items: readonly BatchItem[],
    admit: Admission,
    trace?: TraceContext,
  ): TE.TaskEither<Refusal | Outage, readonly BatchItemAnswer[]>
  /**
   * Sends a one-time passcode (docs/api/otp#otp-request): challenge, message and money are one durable
   * write, and a pending one of the same app, channel and destination is superseded. Refusals as for a send,
   * and TooManyRequests above the velocity limit.
   */
  sendOtp(
    caller: Granted<'messages.send'>,
    key: string,
    request: OtpRequest,
    trace?: TraceContext,
  ): TE.TaskEither<Refusal | Outage, SentOtp>
  /**
   * Verifies a passcode (docs/api/otp#otp-verification): it succeeds once, and exactly one of several
   * concurrent correct guesses succeeds. Every other guess is OtpVerificationFailed, after the same work;
   * guesses are counted before they are compared.
   */
  verifyOtp(caller: Granted<'messages.send'>, guess: OtpGuess): TE.TaskEither<Refusal | Outage, void>
  /**
   * The app's message; NotFound for an unknown or malformed id, or another tenant's, without distinction
   * (docs/api/sending#message-projection).
   */
  findMessage(
    caller: Granted<'messages.read'>,
    messageId: string,
  ): TE.TaskEither<Refusal | Outage, ShownMessage>
  /**
   * Finds out whether a message was sent without sending it again: the app's messages by key or reference,
   * newest first, at most 100 (docs/api/sending#message-look-up).
   */
  lookUpMessages(
    caller: Granted<'messages.read'>,
    lookUp: LookUp,
  ): TE.TaskEither<Refusal | Outage, readonly ShownMessage[]>
  /**
   * A page of the app's messages in the caller's environment, newest first; it may be shorter than requested
   * although there are more (docs/api/sending#message-list). InvalidRequest for a cursor of another query.
   */
  listRecentMessages(
    caller: Granted<'messages.read'>,
    request: MessageListRequest,
  ): TE.TaskEither<Refusal | Outage, MessagePage>
  /**
   * Events of the app in order, after a sequence (docs/api/events#pull). If there is none yet, it waits for one;
   * meanwhile the request runs inside `whileWaiting`. InvalidRequest for an unknown type, EventsExpired for a
   * position whose events were deleted.
   */
  listEvents(
    caller: Granted<'events.read'>,
    request: EventListRequest,
    whileWaiting: WhileWaiting,
  ): TE.TaskEither<Refusal | Outage, EventPage>
  /** Ends all waits for events, because the process stops; their requests get what there is. */
  endWaits(): void
  /**
   * A page of the messages that the sandbox delivered for the app, newest first; PermissionDenied in
   * production (docs/api/sandbox#test-messages).
   */
  readTestMessages(
    caller: Granted<'messages.read'>,
    request: TestMessageRequest,
  ): TE.TaskEither<Refusal | Outage, TestMessagePage>
  /**
   * The Organization's balance in the caller's environment, in minor units of the currency; zeros if there is
   * no account (docs/api/money#balances).
   */
  getBalance(caller: Granted<'billing.read'>, currency: string): TE.TaskEither<Refusal | Outage, Balance>
  /**
   * A page of the app's reservations, settlements and releases (docs/api/money#usage). InvalidRequest for an
   * invalid range or cursor.
   */
  listUsage(caller: Granted<'usage.read'>, request: UsageRequest): TE.TaskEither<Refusal | Outage, UsagePage>
  /**
   * Whether this process can accept messages durably; queries the database at most once a second
   * (docs/api/running#readiness).
   */
  checkReadiness(): Promise<Readiness>
  /**
   * Counts the items that wait for people and the stopped ones, up to the length of the super admins' lists.
   */
  readFigures(): TE.TaskEither<StorageUnavailable, Figures>
  /**
   * Opens a provider's callback. Right: undefined if account and token don't belong together, without showing
   * which is wrong.
   */
  openCallback(providerAccountId: string, token: string): TE.TaskEither<Outage, OpenCallback | undefined>
  /**
   * The recipient whom an unsubscribe link names; NotFound if Postrider didn't make it. Changes nothing
   * (docs/api/delivery#unsubscribe-links).
   */
  readUnsubscribeLink(token: string): E.Either<Refusal, Unsubscriber>
  /**
   * Ends promotional messages to the recipient whom the link names, with an audit event; a second time, it
   * changes nothing. NotFound if Postrider didn't make the link.
   */
  unsubscribe(token: string, from: Origin): TE.TaskEither<Refusal | Outage, Unsubscriber>
  /** The public half of the key that signs ledger heads (docs/api/money#ledger-proof). */
  getLedgerKey(): TE.TaskEither<StorageUnavailable, LedgerKey>
  /** The work of a dispatcher, step by step; its host decides when each step runs. Create one per process. */
  dispatching(): DispatchUseCases
  /**
   * Deletes at most `most` full rate-limit buckets; a missing bucket counts as full. Right: the number
   * deleted.
   */
  purgeBuckets(most: number): TE.TaskEither<StorageUnavailable, number>
}
