import { type Change, oneChange } from '@postrider/core/feed/domain/change'
import type { Dialect } from '../engine/dialect.js'
import type { Statement } from '../engine/engine.js'
import { insertInto, table } from '../engine/insertion.js'
import { changeCells } from './change-cells.js'

const CHANGE = ['body', 'ids x']
/** The table for a transaction's change: pending numbering, or numbered by the database itself. */
const insertPending = insertInto(table('changes_pending', CHANGE))
const insertNumbered = insertInto(table('changes', CHANGE))

/**
 * Adds a transaction's change to the feed, as its last statement; nothing if the change isn't visible. If the
 * database has one writer at a time, the numbers that it assigns follow the order of the commits.
 */
export const leaveChange = (
  { commitsInOrder }: Pick<Dialect, 'commitsInOrder'>,
  ...changes: readonly Change[]
): readonly Statement[] => {
  const change = oneChange(changes)
  if (change === undefined) return []
  return [(commitsInOrder ? insertNumbered : insertPending)(changeCells(change))]
}
