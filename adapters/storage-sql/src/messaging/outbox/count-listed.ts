import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { MOST_COUNTED, type OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { optional, readInteger, readText } from '../../cells/cell.js'
import { BEFORE_ALL } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'

/** The number of rows counted at a time. */
const SLICE = 10_000

const countBehind = statement(`
  SELECT COUNT(*) FROM (
    SELECT message_id FROM outbox {by outbox.PRIMARY} WHERE message_id > ?x ORDER BY message_id LIMIT ?) w`)
/** The last row of a whole slice, if there is one: not every engine supports MAX on bytes. */
const findLast = statement(`
  SELECT o.message_id FROM outbox o {by outbox.PRIMARY} WHERE o.message_id > ?x ORDER BY o.message_id LIMIT 1 OFFSET ?`)

/** The progress of counting since the list was last counted to its end. */
interface CountProgress {
  readonly after: string
  readonly counted: number
  /** The total at that time. */
  readonly before: number
}

const WHOLE: E.Either<StorageUnavailable, readonly Rows[]> = E.right([])

const FROM_THE_BEGINNING: CountProgress = { after: BEFORE_ALL, counted: 0, before: 0 }

const countOn = (
  { counted, before }: CountProgress,
  found: number,
  last: string | undefined,
): CountProgress => {
  const listed = counted + found
  const isEnd = last === undefined || listed >= MOST_COUNTED
  return isEnd ? { ...FROM_THE_BEGINNING, before: listed } : { after: last, counted: listed, before }
}

/**
 * Counts one slice of the list per call, starting where the last one ended. Returns the total of the last
 * complete count, but at least the number counted since.
 */
export const countListedWith = (engine: Engine): OutboxStorage['count'] => {
  let progress = FROM_THE_BEGINNING
  return () => async () => {
    const from = progress
    const read = await engine.read([findLast(from.after, SLICE - 1)], 'each')
    if (E.isLeft(read)) return read
    const last = optional(readText, read.right[0]?.[0]?.[0])
    // A whole slice has been counted by finding its last row.
    const counted = last === undefined ? await engine.read([countBehind(from.after, SLICE)], 'each') : WHOLE
    return E.map(([rows]: readonly Rows[]) => {
      const found = rows === undefined ? SLICE : readInteger(rows[0]?.[0])
      progress = countOn(from, found, last)
      return Math.max(progress.before, progress.counted)
    })(counted)
  }
}
