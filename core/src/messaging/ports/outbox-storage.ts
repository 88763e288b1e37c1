import type { Lane } from '../../kernel/messages/lane.js'
import type { AppId, MessageId, OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TraceContext } from '../../kernel/tracing/trace-context.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A message that needs work now. */
export interface DueMessage {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly lane: Lane
  /** The number of earlier publications to the queue; 0 for a new message. */
  readonly publications: number
  /** The trace context of its acceptance; it travels with the job. */
  readonly trace: TraceContext
}

/**
 * Parked messages of a lane that wait for the same accounts. None of these accounts works, and the messages
 * have no other.
 */
export interface ParkedMessages {
  readonly lane: Lane
  /** Identifies the accounts within the lane. */
  readonly key: string
  readonly accountIds: readonly ProviderAccountId[]
}

/** Messages of one Organization, of one app, to numbers with a prefix, or all. */
export type OutboxSelection =
  | { readonly _tag: 'OfOrganization'; readonly organizationId: OrganizationId }
  | { readonly _tag: 'OfApp'; readonly organizationId: OrganizationId; readonly appId: AppId }
  | { readonly _tag: 'OfPrefix'; readonly prefix: string }
  | { readonly _tag: 'All' }

/**
 * The list of messages that need more work: to be sent, to be queried, or to be given up. A row is written
 * with its message and removed with the final outcome; until then it always has a due time. So retries, lost
 * queue messages and dead dispatchers are all the same case (docs/decisions).
 */
export interface OutboxStorage {
  /**
   * Takes up to `limit` due messages of a lane and makes them due again at `againAtMs`: another relay doesn't
   * get them before. Parked messages are left out. Organizations share the limit equally, each with its
   * oldest first; unused shares go to the others (docs/decisions/0013). Rows that another transaction holds
   * are skipped without waiting.
   */
  takeDue(
    lane: Lane,
    limit: number,
    nowMs: EpochMs,
    againAtMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly DueMessage[]>
  /** Sets the due time of messages that are still listed, after a failed publication. */
  makeDue(messageIds: readonly MessageId[], atMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /**
   * Makes messages of the selection due at once, whatever they wait for, unless a provider already has them.
   * It is used after an emergency stop. Messages that are already due cost nothing.
   */
  makeDueNow(of: OutboxSelection, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** The parked messages, by lane and accounts. Each costs a step in an index, independent of the number of messages. */
  parked(): TE.TaskEither<StorageUnavailable, readonly ParkedMessages[]>
  /**
   * Releases up to `limit` of these parked messages, those whose validity ends first: they are due at once in
   * their lane. Returns their number. Rows that another transaction holds are skipped.
   */
  release(parked: ParkedMessages, limit: number, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, number>
  /**
   * Releases up to `limit` of the parked messages that are due, because their validity has ended or they were
   * made due. Returns their number.
   */
  releaseDue(
    parked: readonly ParkedMessages[],
    limit: number,
    nowMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, number>
  /**
   * The due time of the longest-waiting message of the lanes that was never published; undefined if none
   * waits. Only the thousand longest-due messages of each lane are read, so the cost is small for a list of
   * any length. If all of these were published before, it is the due time of the last of them.
   */
  waitingSince(lanes: readonly Lane[], nowMs: EpochMs): TE.TaskEither<StorageUnavailable, EpochMs | undefined>
  /**
   * The number of listed messages, counted up to {@link MOST_COUNTED}. If the list has more than 10,000, each
   * call counts that many of it. The result is then the last complete count, or the count so far.
   */
  count(): TE.TaskEither<StorageUnavailable, number>
}

/** Longer lists aren't counted exactly. */
export const MOST_COUNTED = 100_000
