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

/**
 * What a dispatcher does now and then, little by little: each call is one piece, which any number of processes may do at once. `most` bounds a
 * piece; a piece that reached it may have left more.
 */
export interface BackgroundUseCases {
  /** A kind of background work of this process, paced by the load that its sends see (docs/decisions/0088). */
  paceWork(urgency: WorkUrgency, bounds?: BatchBounds): PacedWork
  /** Sees to some items of a bulk that waits. Right: whether there was one. What was done before a crash is a replay. */
  runBulks(): TE.TaskEither<Outage, boolean>
  /** Compares the next accounts with their re-added ledgers; a difference sets `drift`, nothing is repaired (docs/contract#reconciliation). */
  reconcile(after: AccountKey | undefined): TE.TaskEither<Outage, ReconciledSlice>
  /** Gives committed changes their numbers in the feed. Right: in how many milliseconds the next turn is due. */
  numberFeed(): TE.TaskEither<StorageUnavailable, number>
  /** Forgets changes that are too old or too many. Right: in how many milliseconds the next turn is due. */
  purgeFeed(): TE.TaskEither<StorageUnavailable, number>
  /** Compares the database with what this process has seen of it: a copy that was put back shows. Once a minute in every process. */
  checkInstallationIdentity(): TE.TaskEither<StorageUnavailable, Installation>
  /** Signs the heads of all ledger accounts, once an hour by the first to try, or at once. Right: lines to be kept; none where it is too early. */
  signHeads(isAtOnce?: boolean): TE.TaskEither<Outage, readonly SignedHeads[]>
  /** Sends the service's own mails that are due, at most ten. Right: how many were looked at. Sent twice if its sender dies, never not at all. */
  sendMails(): TE.TaskEither<Outage, number>
  /** Deletes tokens, sessions, links and throttles that have been of no use for a day. Right: how many, as of all that follow. */
  purgePeople(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes sessions of the console and the website, and tickets, that were over a day ago. */
  purgeCookieSessions(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes selections that nobody began with, and bulks that ended 400 days ago. */
  purgeBulks(): TE.TaskEither<StorageUnavailable, number>
  /** Deletes attachments that were announced a day ago and are on no ticket: bytes first. */
  purgeAttachments(most: number): TE.TaskEither<Outage, number>
  /** Deletes what the breaker against toll fraud looks at no more (docs/contract#toll-fraud). */
  purgePrefixCounts(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes results of operations that were kept long enough (docs/contract#operation-idempotency). */
  purgeResults(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Counts changes of the feed that are not counted yet, for the overview. */
  rollUpFlow(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes steps of the overview that were kept long enough. */
  purgeFlow(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes messages that people wrote 90 days ago (docs/contract#inbound-messages). */
  purgeInbound(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes callbacks that nobody understood and that were kept long enough. */
  purgeUnreadable(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes tests of provider accounts that were kept long enough. */
  purgeProviderTests(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Deletes test messages that were delivered a day ago (docs/contract#test-messages). */
  purgeTestMessages(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Has the next messages found by their recipients. Nothing, where this process lacks the installation's key. */
  indexRecipients(most: number): TE.TaskEither<StorageUnavailable, SearchProgress>
  /** Adds the words of the next tickets to the search in tickets. Reads about `most` texts. */
  indexTickets(most: number): TE.TaskEither<StorageUnavailable, TicketIndexProgress>
  /** Emails owners and billing people whose balance fell below its threshold (docs/contract#low-balance). */
  reportLowBalances(): TE.TaskEither<Outage, number>
  /** Counts ledger entries that no day's usage has yet (docs/contract#daily-usage). */
  countUsage(most: number): TE.TaskEither<StorageUnavailable, number>
}
