import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { E } from '@postrider/core/fp'
import type { FeedRetention } from '@postrider/core/feed/ports/feed-storage'
import { optional, readInteger, readText } from '../cells/cell.js'
import type { Conclusion, Engine, Rows } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { type FeedRow, movePurged, takeHead, takenHeadOf } from './head.js'

/**
 * Changes that the index of recipients hasn't read are kept; an index on another epoch reads the messages
 * again.
 */
const readSearched = statement('SELECT s.epoch, s.seq FROM recipient_search_state s WHERE s.one = 1')

const SIZE = 'LENGTH(c.body) + LENGTH(c.ids)'
const findOldest = statement(`
  SELECT c.seq, c.at, ${SIZE} FROM changes c {by changes.PRIMARY}
  WHERE c.seq > ? AND c.seq <= ? ORDER BY c.seq LIMIT ?`)
const sizesOf = statement(`SELECT ${SIZE} FROM changes c {by changes.PRIMARY} WHERE c.seq IN (?*)`)
const removeUpTo = statement('DELETE FROM changes WHERE seq > ? AND seq <= ?')

const searchedIn = ([row]: Rows, { epoch, seq }: FeedRow): number =>
  optional(readText, row?.[0]) === epoch ? readInteger(row?.[1]) : seq

const NONE: Conclusion<number> = { statements: [], isKept: false, result: 0 }

/** This many changes are measured, evenly spaced; if there are no more than that, all of them. */
const SAMPLE = 64

const sampleOf = ({ seq, purged }: FeedRow): readonly number[] => {
  const kept = seq - purged
  const weighed = Math.min(kept, SAMPLE)
  return Array.from({ length: weighed }, (_, at) => purged + Math.ceil(((at + 1) * kept) / weighed))
}

/**
 * The size of all changes in bytes, estimated from the sample: summing them all would read the whole table
 * each time.
 */
const bytesOf = ({ seq, purged }: FeedRow, sizes: Rows): number => {
  const sum = sizes.reduce((total, [size]) => total + readInteger(size), 0)
  return sizes.length === 0 ? 0 : (sum / sizes.length) * (seq - purged)
}

/**
 * How many of the oldest to delete: those that are too old, and then as many as needed to stay below the size
 * limit.
 */
const howMany = (oldest: Rows, { beforeMs, mostBytes }: FeedRetention, bytes: number): number => {
  let left = bytes
  let count = 0
  for (const [, at, size] of oldest) {
    if (readInteger(at) >= beforeMs && left <= mostBytes) return count
    left -= readInteger(size)
    count += 1
  }
  return count
}

/**
 * Deletes the oldest changes, by a range of the key. Only changes that are in the roll-ups and whose events
 * are numbered, if there are any, and that the index of recipients has read.
 */
export const purgeChanges = async (
  engine: Engine,
  retention: FeedRetention,
  limit: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  const outcome = await engine.transaction<number>([...takeHead(), readSearched()], async (opened, ask) => {
    const row = takenHeadOf(opened, engine.dialect)
    if (row === undefined) return NONE
    const searched = searchedIn(opened[2] ?? [], row)
    const last = Math.min(row.rolled ?? row.seq, row.eventsThrough ?? row.seq, searched)
    const [oldest = [], sizes = []] = await ask([findOldest(row.purged, last, limit), sizesOf(sampleOf(row))])
    const count = howMany(oldest, retention, bytesOf(row, sizes))
    if (count === 0) return NONE
    const end = readInteger(oldest[count - 1]?.[0])
    return {
      statements: [removeUpTo(row.purged, end), movePurged(end, row.seq)],
      isKept: true,
      result: count,
    }
  })
  return unknownIsUndone(outcome)
}
