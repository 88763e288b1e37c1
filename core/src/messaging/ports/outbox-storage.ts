import type { Lane } from '../../kernel/messages/lane.js'
import type { AppId, MessageId, OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TraceContext } from '../../kernel/tracing/trace-context.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A message somebody has to look at now. */
export interface DueMessage {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly lane: Lane
  /** How often it went to the queue before; 0 for a fresh one. */
  readonly publications: number
  /** As it was accepted with; what travels with the job. */
  readonly trace: TraceContext
}

/** Parked messages of a lane that wait for the same accounts: none of these works, and the messages have no other account. */
export interface ParkedMessages {
  readonly lane: Lane
  /** Names the accounts within the lane. */
  readonly key: string
  readonly accountIds: readonly ProviderAccountId[]
}

/** Messages of one Organization, of one app, to numbers that begin so, or all. */
export type OutboxSelection =
  | { readonly _tag: 'OfOrganization'; readonly organizationId: OrganizationId }
  | { readonly _tag: 'OfApp'; readonly organizationId: OrganizationId; readonly appId: AppId }
  | { readonly _tag: 'OfPrefix'; readonly prefix: string }
  | { readonly _tag: 'All' }

/**
 * The list of messages that still need something done: sent, asked about, or given up. A row is written with
 * its message and leaves with the outcome that ends the work; in between it always has a moment at which it is
 * due again. Thus retries, lost queue messages and dead dispatchers are all the same case (docs/decisions).
 */
export interface OutboxStorage {
  /**
   * Takes up to `limit` due messages of a lane and makes them due again at `againAtMs`: another relay gets none of
   * them before. Parked messages are left out. Organizations share the limit equally, each with its oldest first; what one leaves unused goes to
   * the others (docs/decisions/0013). Rows that another transaction holds are passed over, not waited for.
   */
  takeDue(
    lane: Lane,
    limit: number,
    nowMs: EpochMs,
    againAtMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly DueMessage[]>
  /** Makes messages due at a moment, where they are still listed: after a publication that failed. */
  makeDue(messageIds: readonly MessageId[], atMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** Makes those of the selection that no provider has yet due at once, whatever they wait for: after a kill switch. Messages that are due already cost nothing. */
  makeDueNow(of: OutboxSelection, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** The parked messages, by lane and accounts. Each costs a step in an index, independent of the number of messages. */
  parked(): TE.TaskEither<StorageUnavailable, readonly ParkedMessages[]>
  /**
   * Releases up to `limit` of these parked messages, earliest end of validity first: they are due at once in their lane.
   * Returns how many they were. Rows that another transaction holds are passed over.
   */
  release(parked: ParkedMessages, limit: number, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, number>
  /**
   * Releases up to `limit` of the parked messages that are due because their validity has ended or they
   * were madeDue. Returns how many they were.
   */
  releaseDue(
    parked: readonly ParkedMessages[],
    limit: number,
    nowMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, number>
  /**
   * Since when the longest-waiting message of the lanes has been due without ever being published; undefined where
   * none waits. It is found among the thousand of each lane that are due longest, so that asking costs little, whatever is
   * listed; where all of these were published before, it is the moment since which the last of them is due.
   */
  waitingSince(lanes: readonly Lane[], nowMs: EpochMs): TE.TaskEither<StorageUnavailable, EpochMs | undefined>
  /**
   * How many messages are listed, counted no further than {@link MOST_COUNTED}. A list of more than 10,000 is counted by that many
   * each time that this is asked: the answer is then what it came to when it was last gone through, or what was counted so far.
   */
  count(): TE.TaskEither<StorageUnavailable, number>
}

/** A list of so many or more is simply long. */
export const MOST_COUNTED = 100_000
