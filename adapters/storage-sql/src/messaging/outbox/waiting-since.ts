import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { optional, readInteger } from '../../cells/cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'

/**
 * The number of rows of a lane that are read, including published ones: messages to be sent again may be all
 * that is due.
 */
const MOST_LOOKED_AT = 1_000

/**
 * Rows that are published or wait for a report are due later, so nearly all due rows were never published.
 */
const dueLongest = statement(`
  SELECT MIN(CASE WHEN w.publications = 0 THEN w.listed_at END), COUNT(*), MAX(w.due_at) FROM (
    SELECT o.listed_at, o.publications, o.due_at FROM outbox o {by outbox.by_time}
    WHERE o.lane = ? AND o.due_at <= ? ORDER BY o.due_at LIMIT ?) w`)

/** Rows beyond those that were read can't have been due for longer than the last one. */
const sinceIn = ([row]: Rows): EpochMs | undefined => {
  const unpublished = optional(readInteger, row?.[0])
  const isAll = readInteger(row?.[1]) < MOST_LOOKED_AT
  return unpublished ?? (isAll ? undefined : optional(readInteger, row?.[2]))
}

/**
 * The time since which the longest-waiting row is due, from a fixed number of entries per lane, regardless of
 * the backlog.
 */
export const waitingSinceWith =
  (engine: Engine): OutboxStorage['waitingSince'] =>
  (lanes, nowMs) =>
  async () => {
    const looks = lanes.map((lane) => dueLongest(lane, sharedNow(nowMs), MOST_LOOKED_AT))
    const read = await engine.read(looks, 'each')
    return E.map((answers: readonly Rows[]) => {
      const waiting = answers.flatMap((rows) => sinceIn(rows) ?? [])
      return waiting.length === 0 ? undefined : leastOf(waiting)
    })(read)
  }
