import type { CatalogChanges } from '../../tenancy/domain/catalog-changes.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { PrefixBlock, PrefixCount } from '../domain/breaker.js'
import type { Challenge } from '../domain/challenge.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { MessageQuestion } from '../../tenancy/domain/tenant-scope.js'

/** Challenges as a transaction holds them, and the last changes of the Organizations that ask. */
export interface ChallengeFacts {
  readonly changes: CatalogChanges
  /** By the message they are bound to; those that do not exist, or are of no app that asks, are absent. */
  readonly challenges: ReadonlyMap<MessageId, Challenge>
  /** Those that another transaction holds: nothing is known of them. Always none if the call waits. */
  readonly held: ReadonlySet<MessageId>
}

/** What became of challenges, as the core decided it. */
export interface ChallengesPlan<A> {
  /** Challenges as they are afterwards: attempts, state and verification are written. */
  readonly challenges: readonly Challenge[]
  /** Added to what was verified of each app, prefix and slice; `sends` counts nothing here. */
  readonly verified: readonly PrefixCount[]
  /**
   * Whether something is written and committed even where no challenge changes: an offer for a challenge that is
   * unknown or over must cost what any other costs (docs/promises#enumeration).
   */
  readonly isCostly: boolean
  readonly result: A
}

/** Keeps challenges and what the toll-fraud breaker did. */
export interface OtpStorage {
  /**
   * Locks the challenges in one order, lets `decide` judge, writes the plan and commits durably. Nobody holds up, or
   * pays for the reading of, a challenge of another app. A call that waits (`waits`, as it does if nothing is said) waits
   * some seconds for challenges that other transactions hold; one that doesn't leaves them out and names them. It does the same work
   * for challenges that exist and for others. An adapter that can't tell may wait.
   */
  work<A>(
    questions: readonly MessageQuestion[],
    decide: (known: ChallengeFacts) => ChallengesPlan<A>,
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>
  /** Blocks that hold at the moment, newest first, at most `limit`. */
  blocks(nowMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, readonly PrefixBlock[]>
  /**
   * Deletes what was counted in the oldest slices of time that began before the moment: whole slices, of the first
   * `most` counts. Right: how many these were, thus `most` where more may be left.
   */
  purgeSlices(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
