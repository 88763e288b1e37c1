import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import { readInteger, readText } from '../cells/cell.js'
import type { Conclusion, Engine, Rows } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { takeHead, takenHeadOf } from '../feed/head.js'

const findOld = statement(`
  SELECT b.app_id, b.last_seq FROM event_blocks b {by event_blocks.by_age} WHERE b.at < ? ORDER BY b.at LIMIT ?`)
const removeUpTo = statement('DELETE FROM event_blocks WHERE app_id = ?x AND last_seq <= ?')
const movePurged = statement('UPDATE event_streams SET purged = ? WHERE app_id = ?x')

/** The newest of the old events of each app. */
const lastByApp = (rows: Rows): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const [app, last] of rows) {
    const cell = readText(app)
    found.set(cell, Math.max(found.get(cell) ?? 0, readInteger(last)))
  }
  return found
}

const NONE: Conclusion<number> = { statements: [], isKept: false, result: 0 }

/** Deletes the oldest events of each app, and stores up to where. */
export const purgeEvents = async (
  engine: Engine,
  beforeMs: EpochMs,
  limit: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  const outcome = await engine.transaction<number>([...takeHead()], async (opened, ask) => {
    if (takenHeadOf(opened, engine.dialect) === undefined) return NONE
    const [old = []] = await ask([findOld(beforeMs, limit)])
    if (old.length === 0) return NONE
    const statements = [...lastByApp(old)].flatMap(([app, last]) => [
      removeUpTo(app, last),
      movePurged(last, app),
    ])
    return { statements, isKept: true, result: old.length }
  })
  return unknownIsUndone(outcome)
}
