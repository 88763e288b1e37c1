import type { CommitUnknown, Outage, StorageUnavailable } from '../refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { LockMode, UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'

/** A unit that needs something done outside first; it is rolled back, and started again afterwards. */
export interface Postponed {
  readonly _tag: 'Postponed'
  readonly first: TE.TaskEither<Outage, void>
}

/** Does slow work outside the unit first; the unit then starts again with the result. */
export const postponed = <A>(
  find: () => Promise<E.Either<Outage, A>>,
  keep: (found: A) => void,
): E.Either<Postponed, never> =>
  E.left({
    _tag: 'Postponed',
    first: async () => {
      const found = await find()
      if (E.isLeft(found)) return found
      keep(found.right)
      return E.right(undefined)
    },
  })

const MOST_BEGINNINGS = 6

const isPostponed = (left: unknown): left is Postponed =>
  typeof left === 'object' && left !== null && '_tag' in left && left._tag === 'Postponed'

/**
 * Like `UnitStorage.transact`, for work that may be postponed; StorageUnavailable if it is postponed too
 * often.
 */
export const untilDone =
  ({ storage }: { readonly storage: { readonly units: UnitStorage } }) =>
  <L, A>(
    lockMode: LockMode,
    work: (unit: UnitOfWork) => Promise<E.Either<L | Postponed, A>>,
  ): TE.TaskEither<L | Outage | StorageUnavailable | CommitUnknown, A> =>
  async () => {
    for (let beginnings = 0; beginnings < MOST_BEGINNINGS; beginnings += 1) {
      const ended = await storage.units.transact(lockMode, work)()
      if (E.isRight(ended)) return ended
      const { left } = ended
      if (!isPostponed(left)) return E.left(left)
      const done = await left.first()
      if (E.isLeft(done)) return done
    }
    return E.left({ _tag: 'StorageUnavailable', cause: 'the record changed too often to be prepared' })
  }
