import type { Id } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { PendingReading } from '@postrider/core/messaging/ports/receipt-storage'
import { idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { type Filled, statement } from '../../engine/template.js'
import type { RecordTable } from '../../rows/record-table.js'

/** Reads a table of what was told that nobody has looked at yet, oldest first. */
export const pendingPages = <I extends Id, R>(
  engine: Engine,
  { table: { name }, select, of }: RecordTable<R>,
): PendingReading<I, R> => {
  const find = statement(`
    SELECT ${select('r')} FROM ${name} r WHERE r.state = 'pending' AND r.received_at < ?
    ORDER BY r.received_at, r.id LIMIT ?`)
  const ageOfPosition = `(SELECT p.received_at FROM ${name} p WHERE p.id = ?x)`
  const findAfter = statement(`
    SELECT ${select('r')} FROM ${name} r
    WHERE r.state = 'pending' AND r.received_at < ? AND r.received_at >= ${ageOfPosition}
      AND (r.received_at > ${ageOfPosition} OR r.id > ?x)
    ORDER BY r.received_at, r.id LIMIT ?`)
  const page = (beforeMs: EpochMs, after: I | undefined, limit: number): Filled => {
    if (after === undefined) return find(beforeMs, limit)
    const position = idCell(after)
    return findAfter(beforeMs, position, position, position, limit)
  }
  return (beforeMs, after, limit) => async () => {
    const read = await engine.read([page(beforeMs, after, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(of))(read)
  }
}
