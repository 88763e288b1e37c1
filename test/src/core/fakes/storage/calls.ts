import type { CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { E, TE } from '@postrider/core/fp'

/** How the calls of the storage are carried out, each known by a name; who tests for outages puts some in their way. */
export interface Calls {
  /** Runs a call whose answer is all that can be lost. */
  reading<A>(call: string, run: () => A): TE.TaskEither<StorageUnavailable, A>
  /** Runs a call that commits. */
  writing<A>(call: string, run: () => A): TE.TaskEither<StorageUnavailable | CommitUnknown, A>
  /** Runs a unit of work, and keeps what it did where it answers right. */
  unit<L, A>(
    call: string,
    run: () => Promise<{ readonly outcome: E.Either<L, A>; readonly keep: () => void }>,
  ): TE.TaskEither<L | StorageUnavailable | CommitUnknown, A>
}
