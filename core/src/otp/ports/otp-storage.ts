import type { CatalogChanges } from '../../tenancy/domain/catalog-changes.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { PrefixBlock, PrefixCount } from '../domain/breaker.js'
import type { Challenge } from '../domain/challenge.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { MessageQuestion } from '../../tenancy/domain/tenant-scope.js'

/** Challenges locked in a transaction, and the last changes of the requesting Organizations. */
export interface ChallengeFacts {
  readonly changes: CatalogChanges
  /**
   * By message; challenges that don't exist, or belong to an app that didn't ask, are absent. One is
   * `SUPERSEDED` while there is a newer one of the same app, channel and destination that was verified, or
   * whose message is in one of the `CODE_SENT_STATES`; and if its own message is in one of the
   * `CODE_UNSENT_STATES`, unless its outcome is unknown.
   */
  readonly challenges: ReadonlyMap<MessageId, Challenge>
  /** Challenges that another transaction holds; they weren't read. Always empty if the call waits. */
  readonly held: ReadonlySet<MessageId>
}

/** The core's decision on challenges. */
export interface ChallengesPlan<A> {
  /** Challenges with their new values: attempts, state and verification are written. */
  readonly challenges: readonly Challenge[]
  /** Added to the verified counts of each app, prefix and slice; `sends` is ignored. */
  readonly verified: readonly PrefixCount[]
  /**
   * Whether to write and commit even if no challenge changes. A guess for an unknown or expired challenge
   * must take as long as every other one (docs/promises#enumeration).
   */
  readonly isCostly: boolean
  readonly result: A
}

/** Stores challenges and the SMS pumping breaker's blocks. */
export interface OtpStorage {
  /**
   * Locks the challenges in one order, lets `decide` decide, writes the plan and commits durably. A call
   * never waits for, or reads, challenges of other apps. If `waits` is true (the default), it waits some
   * seconds for challenges that other transactions hold. Otherwise it leaves them out and names them.
   * Existing and unknown challenges take the same work. An adapter that can't determine which challenges are
   * held may wait.
   */
  work<A>(
    questions: readonly MessageQuestion[],
    decide: (known: ChallengeFacts) => ChallengesPlan<A>,
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>
  /** Blocks in effect at the given time, newest first, at most `limit`. */
  blocks(nowMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, readonly PrefixBlock[]>
  /**
   * Deletes the counts of the oldest time slices that started before the given time: the whole slices of the
   * first `most` counts. Right: the number of these counts; it equals `most` if more may remain.
   */
  purgeSlices(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
