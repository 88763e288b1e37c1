import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'

/**
 * The record with another status: NotFound where there is none, Conflict where it has that status already, or is not
 * of the version that was named.
 */
export const withStatus = <S extends string, R extends { readonly status: S; readonly version?: number }>(
  record: R | undefined,
  status: S,
  version?: number,
): E.Either<Refusal, R> => {
  if (record === undefined) return E.left(refusal('NotFound'))
  const isStale = version !== undefined && record.version !== version
  return isStale || record.status === status ? E.left(refusal('Conflict')) : E.right({ ...record, status })
}
