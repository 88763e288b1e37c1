import { type Change, oneChange } from '@postrider/core/feed/domain/change'
import type { Dialect } from '../engine/dialect.js'
import type { Statement } from '../engine/engine.js'
import { insertInto, table } from '../engine/insertion.js'
import { changeCells } from './change-cells.js'

const CHANGE = ['body', 'ids x']
/** Where a transaction leaves its change: to be numbered, or numbered by the database itself. */
const insertPending = insertInto(table('changes_pending', CHANGE))
const insertNumbered = insertInto(table('changes', CHANGE))

/**
 * Leaves in the feed what a transaction changes, as the last of its statements; nothing where nobody would see a
 * difference. Where the database has one writer at a time the numbers that it gives are the order of the commits.
 */
export const leaveChange = (
  { commitsInOrder }: Pick<Dialect, 'commitsInOrder'>,
  ...changes: readonly Change[]
): readonly Statement[] => {
  const change = oneChange(changes)
  if (change === undefined) return []
  return [(commitsInOrder ? insertNumbered : insertPending)(changeCells(change))]
}
