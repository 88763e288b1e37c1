import type { AppliedSuppression } from '../../consent/domain/applied-suppression.js'
import type { SuppressionKey } from '../../consent/domain/suppression.js'
import type { Attempt } from '../../providers/domain/calls/attempt.js'
import type { ClaimToken, ClaimStatus } from '../../providers/domain/calls/claim.js'
import type { LockedMessage } from '../domain/dispatch/locked-message.js'
import type { Learned } from '../domain/dispatch/report.js'
import type { Settlement, SettleFacts } from '../domain/dispatch/settle.js'
import type { MessageId, OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { Message } from '../domain/messages/message.js'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A lease only: the message's attempt number doesn't change. */
export interface Lease {
  readonly messageId: MessageId
  readonly leaseUntilMs: EpochMs
}

/** An attempt with phase `intent`; it sets its message's attempt number and lease. */
export interface Intent {
  readonly attempt: Attempt
  readonly leaseUntilMs: EpochMs
}

/** The sender of a message from now on, because the app no longer sends with its previous one. */
export interface ChangedSender {
  readonly messageId: MessageId
  readonly sender: string
}

/** The calls that start. */
export interface BeginPlan<A> {
  readonly intents: readonly Intent[]
  readonly result: A
}

/**
 * The decision of a claim: the calls that start at once, and the messages that are leased under the claim's
 * name.
 */
export interface ClaimPlan<A> extends BeginPlan<A> {
  readonly claim: ClaimToken
  readonly leases: readonly Lease[]
  /** The messages that are sent with another sender than the stored one; usually none. */
  readonly senders: readonly ChangedSender[]
}

/** A message's first call, and the earliest time at which a report on the message can have arrived. */
export interface FirstCall {
  readonly providerAccountId: ProviderAccountId
  readonly acceptedAtMs: EpochMs
}

/** One message to process, and the newly learned provider references, whose early receipts belong to it. */
export interface WorkItem {
  readonly messageId: MessageId
  readonly learned: readonly Learned[]
  /**
   * Set if the only news is the result of the message's first call, which the provider took in at most one
   * part. There are then no identifiers or parts of earlier calls to look up.
   */
  readonly firstCall?: FirstCall
  /**
   * The final data from acceptance, if available: who pays, and since when. It doesn't have to be read again.
   */
  readonly accepted?: Pick<Message, 'organizationId' | 'environment' | 'charge' | 'acceptedAtMs'>
}

/**
 * Messages that other transactions hold, or whose account they hold, with their Organizations. They are left
 * unchanged. Always empty if the call waits.
 */
export type HeldMessages = ReadonlyMap<MessageId, OrganizationId>

/**
 * The facts inside the transaction; messages and accounts are locked until its end. The `variables` of
 * messages can be left out as `{}`, because no decision here depends on them.
 */
export type WorkFacts = SettleFacts

/** The core's decision on the messages, and the result to return after the commit. */
export interface WorkPlan<A> extends Settlement {
  readonly result: A
}

/**
 * Claims messages for sending, starts calls and records their results, in batches of two round trips. If
 * `waits` is true (the default), a call waits some seconds for rows that other transactions hold. Otherwise
 * it leaves out messages whose rows are held, and passes them to `decide` (docs/promises#neighbors). An
 * adapter that can't determine which rows are held may wait.
 */
export interface DispatchStorage {
  /**
   * Locks the messages, lets `decide` choose, and writes leases and intents durably. Afterwards, at most one
   * caller may call a provider for a message with an intent (compare-and-set; the attempt number fences all
   * later writes). At most one caller may write the intent of a leased message. `decide` also gets the dead
   * letters among the messages, in the same round trip. It can run more than once; the last run counts.
   */
  claim<A>(
    messageIds: readonly MessageId[],
    decide: (
      locked: ReadonlyMap<MessageId, LockedMessage>,
      dead: ReadonlySet<MessageId>,
      held: HeldMessages,
    ) => ClaimPlan<A>,
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>

  /**
   * Locks the messages, lets `decide` choose by their current claims, and writes the intents durably. It
   * starts calls that waited since their claim, immediately before the call.
   */
  begin<A>(
    messageIds: readonly MessageId[],
    decide: (statuses: ReadonlyMap<MessageId, ClaimStatus>, held: HeldMessages) => BeginPlan<A>,
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>

  /**
   * Locks the messages, then their accounts, in one order; reads reservations and pending receipts; writes
   * the plan and commits. A plan that changes nothing commits nothing.
   */
  work<A>(
    items: readonly WorkItem[],
    decide: (facts: WorkFacts, held: HeldMessages) => WorkPlan<A>,
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed, A>

  /**
   * The recipients with an opt-out that the consent register recorded at this time or later, at most `limit`, in
   * any order; without locks.
   */
  suppressedSince(
    sinceMs: EpochMs,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly SuppressionKey[]>

  /** The suppressions that apply to these keys, by {@link suppressionKey}; without locks. */
  suppressed(
    keys: readonly SuppressionKey[],
  ): TE.TaskEither<StorageUnavailable, ReadonlyMap<string, AppliedSuppression>>
}
