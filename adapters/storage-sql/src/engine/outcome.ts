import type { CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { EngineFailure } from './engine.js'

/**
 * For calls whose rows only the core creates: a row that the database refuses is a bug and thrown, not a
 * temporary outage.
 */
export const refusalIsBug = <A>(
  outcome: E.Either<EngineFailure, A>,
): E.Either<StorageUnavailable | CommitUnknown, A> => {
  if (E.isRight(outcome)) return outcome
  const { left } = outcome
  if (left._tag === 'BatchFailed') throw new Error(`the database refused a row: ${left.cause}`)
  return E.left(left)
}

/** For calls that are safe to repeat: an unknown outcome is treated as not done. */
export const unknownIsUndone = <A>(outcome: E.Either<EngineFailure, A>): E.Either<StorageUnavailable, A> => {
  const known = refusalIsBug(outcome)
  if (E.isRight(known)) return known
  return E.left({ _tag: 'StorageUnavailable', cause: known.left.cause })
}
