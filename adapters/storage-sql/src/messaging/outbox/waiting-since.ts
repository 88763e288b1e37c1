import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { optional, readInteger } from '../../cells/cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'

/** So many of a lane are looked at, published ones among them: what was sent and comes again may be all that is due. */
const MOST_LOOKED_AT = 1_000

/** What is published or waits for a report is due later: of what is due nearly all was never published. */
const dueLongest = statement(`
  SELECT MIN(CASE WHEN w.publications = 0 THEN w.listed_at END), COUNT(*), MAX(w.due_at) FROM (
    SELECT o.listed_at, o.publications, o.due_at FROM outbox o {by outbox.by_time}
    WHERE o.lane = ? AND o.due_at <= ? ORDER BY o.due_at LIMIT ?) w`)

/** Whoever is behind those that were looked at cannot have been due for longer than the last of them. */
const sinceIn = ([row]: Rows): EpochMs | undefined => {
  const unpublished = optional(readInteger, row?.[0])
  const isAll = readInteger(row?.[1]) < MOST_LOOKED_AT
  return unpublished ?? (isAll ? undefined : optional(readInteger, row?.[2]))
}

/** Since when the longest-waiting is due, found by a look at so many entries of each lane, whatever is listed. */
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
