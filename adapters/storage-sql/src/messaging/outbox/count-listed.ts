import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { MOST_COUNTED, type OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { optional, readInteger, readText } from '../../cells/cell.js'
import { BEFORE_ALL } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'

/** So many are counted at a time. */
const SLICE = 10_000

const countBehind = statement(`
  SELECT COUNT(*) FROM (
    SELECT message_id FROM outbox {by outbox.PRIMARY} WHERE message_id > ?x ORDER BY message_id LIMIT ?) w`)
/** The last of a whole slice, where there is one: not every engine says which of some bytes is the greatest. */
const findLast = statement(`
  SELECT o.message_id FROM outbox o {by outbox.PRIMARY} WHERE o.message_id > ?x ORDER BY o.message_id LIMIT 1 OFFSET ?`)

/** How far the list was counted since the last time that it was counted to its end. */
interface CountProgress {
  readonly after: string
  readonly counted: number
  /** What it came to then. */
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
 * Counts a slice of the list each time that it is asked, from where the last one ended; answers what the list came to when
 * it was counted to its end last, and no less than was counted since.
 */
export const countListedWith = (engine: Engine): OutboxStorage['count'] => {
  let progress = FROM_THE_BEGINNING
  return () => async () => {
    const from = progress
    const read = await engine.read([findLast(from.after, SLICE - 1)], 'each')
    if (E.isLeft(read)) return read
    const last = optional(readText, read.right[0]?.[0]?.[0])
    // A slice that is whole has been counted by finding its last.
    const counted = last === undefined ? await engine.read([countBehind(from.after, SLICE)], 'each') : WHOLE
    return E.map(([rows]: readonly Rows[]) => {
      const found = rows === undefined ? SLICE : readInteger(rows[0]?.[0])
      progress = countOn(from, found, last)
      return Math.max(progress.before, progress.counted)
    })(counted)
  }
}
