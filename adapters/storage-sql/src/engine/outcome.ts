import type { CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { EngineFailure } from './engine.js'

/**
 * For calls whose rows the core alone makes: one that the database refuses is a bug, which is thrown, not an
 * outage that goes away.
 */
export const refusalIsBug = <A>(
  outcome: E.Either<EngineFailure, A>,
): E.Either<StorageUnavailable | CommitUnknown, A> => {
  if (E.isRight(outcome)) return outcome
  const { left } = outcome
  if (left._tag === 'BatchFailed') throw new Error(`the database refused a row: ${left.cause}`)
  return E.left(left)
}

/** For calls that do no harm when they are made again: not to know is then as good as not to have done it. */
export const unknownIsUndone = <A>(outcome: E.Either<EngineFailure, A>): E.Either<StorageUnavailable, A> => {
  const known = refusalIsBug(outcome)
  if (E.isRight(known)) return known
  return E.left({ _tag: 'StorageUnavailable', cause: known.left.cause })
}
