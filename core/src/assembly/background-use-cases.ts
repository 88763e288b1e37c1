import type { Installation } from '../kernel/installation/installation.js'
import type { AccountKey } from '../ledger/domain/account.js'
import type { SignedHeads } from '../ledger/domain/signed-heads.js'
import type { BatchBounds, WorkUrgency } from '../kernel/pacing/work-pace.js'
import type { PacedWork } from '../kernel/background/pacing.js'
import type { Outage, StorageUnavailable } from '../kernel/refusals/outage.js'
import type { TE } from '../fp.js'
import type { SearchProgress } from '../messaging/ports/search-storage.js'
import type { TicketIndexProgress } from '../support/ports/ticket-search-storage.js'
import type { ReconciledSlice } from '../ledger/use-cases/reconcile.js'
import type { ReceiverStatus } from '../webhooks/domain/event-receiver.js'
import type { WebhookBacklog } from '../webhooks/ports/webhook-storage.js'

/**
 * The background work of a dispatcher. Each call is one batch, and any number of processes may run them at
 * once. `most` limits a batch; a batch that reached it may have left more.
 */
export interface BackgroundUseCases {
  /**
   * A kind of background work of this process, paced by the load that its sends measure
   * (docs/decisions/0080).
   */
  paceWork(urgency: WorkUrgency, bounds?: BatchBounds): PacedWork
  /**
   * Processes some items of a waiting bulk. Right: whether there was one. Items done before a crash are
   * replayed.
   */
  runBulks(): TE.TaskEither<Outage, boolean>
  /**
   * Compares the next accounts with their recomputed ledgers; a difference sets `drift`, and nothing is
   * repaired (docs/api/money#reconciliation).
   */
  reconcile(after: AccountKey | undefined): TE.TaskEither<Outage, ReconciledSlice>
  /** Numbers committed changes in the feed. Right: in how many milliseconds the next turn is due. */
  numberFeed(): TE.TaskEither<StorageUnavailable, number>
  /** Deletes changes that are too old or too many. Right: in how many milliseconds the next turn is due. */
  purgeFeed(): TE.TaskEither<StorageUnavailable, number>
  /**
   * Numbers the events of committed changes (docs/api/events). Right: in how many milliseconds the next turn is
   * due.
   */
  numberEvents(): TE.TaskEither<StorageUnavailable, number>
  /**
   * Compares the database with what this process has seen of it, to detect a restored copy. Run it once a
   * minute in every process.
   */
  checkInstallationIdentity(): TE.TaskEither<StorageUnavailable, Installation>
  /**
   * Signs the heads of all ledger accounts, once an hour in the first process to try, or immediately. Right:
   * lines to store; empty if it is too early.
   */
  signHeads(isAtOnce?: boolean): TE.TaskEither<Outage, readonly SignedHeads[]>
  /**
   * Sends the service's own emails that are due, at most ten. Right: how many were examined. If a sender
   * crashes, an email is sent twice rather than not at all.
   */
  sendMails(): TE.TaskEither<Outage, number>
  /**
   * Deletes tokens, sessions, links and throttles a day after they were last needed. Right: the number
   * deleted, like all methods below.
   */
  purgePeople(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes sessions of the console and the website, and tickets, a day after they ended. */
  purgeCookieSessions(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes selections that no bulk was started with, and bulks that ended 400 days ago. */
  purgeBulks(): TE.TaskEither<StorageUnavailable, number>
  /** Deletes attachments that were announced a day ago and belong to no ticket: bytes first. */
  purgeAttachments(most: number): TE.TaskEither<Outage, number>
  /** Deletes counts that the SMS pumping breaker no longer needs (docs/api/otp#sms-pumping). */
  purgePrefixCounts(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes results of operations after their retention (docs/api/operations#operation-idempotency). */
  purgeResults(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Counts uncounted changes of the feed for the overview. */
  rollUpFlow(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes steps of the overview after their retention. */
  purgeFlow(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes inbound messages after 90 days (docs/api/delivery#inbound-messages). */
  purgeInbound(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Continues the erasures of recipients that super admins or owners asked for (docs/api/erasure). */
  eraseRecipients(most: number): TE.TaskEither<Outage, number>
  /** Deletes unreadable callbacks after their retention. */
  purgeUnreadable(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes tests of provider accounts after their retention. */
  purgeProviderTests(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes test messages a day after their delivery (docs/api/sandbox#test-messages). */
  purgeTestMessages(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Indexes the next messages by recipient. Does nothing if this process lacks the installation's key. */
  indexRecipients(most: number): TE.TaskEither<StorageUnavailable, SearchProgress>
  /** Indexes the words of the next tickets for the ticket search. Reads about `most` texts. */
  indexTickets(most: number): TE.TaskEither<StorageUnavailable, TicketIndexProgress>
  /** Emails owners and billing people whose balance fell below its threshold (docs/api/money#low-balance). */
  reportLowBalances(): TE.TaskEither<Outage, number>
  /** Leaves events for server credentials that expire within a week (docs/api/access#server-credentials). */
  reportExpiringCredentials(): TE.TaskEither<Outage, number>
  /** Emails owners about webhook endpoints that fail, or were disabled (docs/api/webhooks#retries). */
  reportFailingWebhooks(): TE.TaskEither<Outage, number>
  /** Deletes attempts of webhook deliveries after 30 days. */
  purgeWebhookAttempts(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Reads what waits at webhook endpoints, for metrics. */
  readWebhookBacklog(): TE.TaskEither<StorageUnavailable, readonly WebhookBacklog[]>
  /** Reads what waits for the event receiver of the installation (docs/event-receiver). */
  readEventReceiver(): TE.TaskEither<StorageUnavailable, ReceiverStatus | undefined>
  /** Counts ledger entries that aren't in a day's usage yet (docs/api/money#daily-usage). */
  countUsage(most: number): TE.TaskEither<StorageUnavailable, number>
}
