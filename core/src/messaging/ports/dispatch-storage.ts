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

/** A lease alone: the message's attempt number stays what it is. */
export interface Lease {
  readonly messageId: MessageId
  readonly leaseUntilMs: EpochMs
}

/** An attempt with phase `intent`; it makes its message's attempt number and lease what it says. */
export interface Intent {
  readonly attempt: Attempt
  readonly leaseUntilMs: EpochMs
}

/** Which calls begin. */
export interface BeginPlan<A> {
  readonly intents: readonly Intent[]
  readonly result: A
}

/** What claiming decides: which calls begin at once, and who is leased under the claim's name. */
export interface ClaimPlan<A> extends BeginPlan<A> {
  readonly claim: ClaimToken
  readonly leases: readonly Lease[]
}

/** A message's first call, and since when somebody can have reported on the message. */
export interface FirstCall {
  readonly providerAccountId: ProviderAccountId
  readonly acceptedAtMs: EpochMs
}

/** One message to be worked on, and the provider references just learned, whose early receipts belong to it. */
export interface WorkItem {
  readonly messageId: MessageId
  readonly learned: readonly Learned[]
  /**
   * Where all there is to be told is what its first call came to, which was taken in one part at most: no identifier and no
   * part of an earlier call can be known, and none need be looked for.
   */
  readonly firstCall?: FirstCall
  /** What acceptance decided for good, where it is at hand: who pays, and since when. It need not be looked up. */
  readonly accepted?: Pick<Message, 'organizationId' | 'environment' | 'charge' | 'acceptedAtMs'>
}

/**
 * Messages that another transaction holds, or whose account it holds, and whose they are. Nothing is done for them. Always none
 * if the call waits.
 */
export type HeldMessages = ReadonlyMap<MessageId, OrganizationId>

/**
 * The state of affairs inside the transaction; messages and accounts are locked until its end. The `variables` of messages may be
 * left out as `{}`: nothing that is decided here depends on what they say.
 */
export type WorkFacts = SettleFacts

/** What became of the messages, as the core decided it, and what the core wants to be told when that is committed. */
export interface WorkPlan<A> extends Settlement {
  readonly result: A
}

/**
 * Claims messages for sending, begins calls and records what became of them, in batches of two round trips. A call that waits
 * (`waits`, as it does if nothing is said) waits some seconds for rows that other transactions hold. One that doesn't wait leaves
 * messages out whose rows are held, and tells `decide` which (docs/promises#neighbors). An adapter that can't tell may wait.
 */
export interface DispatchStorage {
  /**
   * Locks the messages, lets `decide` choose, and writes leases and intents durably: after it, at most one caller
   * may call a provider for a message with an intent (compare-and-set; the attempt number fences all later writes), and
   * at most one may write the intent of one that is leased. `decide` is told which of the messages are dead letters, in
   * the same round trip. It may be run more than once, the last time counts.
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
   * Locks the messages, lets `decide` choose by who has claimed them now, and writes the intents durably. What waited
   * since its claim is begun so, right before the call.
   */
  begin<A>(
    messageIds: readonly MessageId[],
    decide: (statuses: ReadonlyMap<MessageId, ClaimStatus>, held: HeldMessages) => BeginPlan<A>,
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>

  /**
   * Locks the messages, then their accounts, in one order; gathers reservations and pending receipts; writes
   * the plan and commits. A plan that changes nothing commits nothing.
   */
  work<A>(
    items: readonly WorkItem[],
    decide: (facts: WorkFacts, held: HeldMessages) => WorkPlan<A>,
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed, A>
}
