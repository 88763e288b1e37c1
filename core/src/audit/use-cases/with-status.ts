import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'

/**
 * The record with a new status. NotFound if there is no record; Conflict if it already has the status, or if
 * its version isn't the named one.
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
