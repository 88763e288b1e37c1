import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import type { E } from '@postrider/core/fp'
import type { FeedRetention } from '@postrider/core/ports/storage/feed-storage'
import { readInteger } from '../cells/cell.js'
import type { Conclusion, Engine, Rows } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { type FeedRow, feedRowOf, movePurged, takeHead } from './head.js'

const SIZE = 'LENGTH(c.body) + LENGTH(c.ids)'
const findOldest = statement(`
  SELECT c.seq, c.at, ${SIZE} FROM changes c {by changes.PRIMARY}
  WHERE c.seq > ? AND c.seq <= ? ORDER BY c.seq LIMIT ?`)
const sizesOf = statement(`SELECT ${SIZE} FROM changes c WHERE c.seq IN (?*)`)
const removeUpTo = statement('DELETE FROM changes WHERE seq > ? AND seq <= ?')

const NONE: Conclusion<number> = { statements: [], isKept: false, result: 0 }

/** So many changes are weighed, at even distances; so few altogether, each one. */
const SAMPLE = 64

const sampleOf = ({ seq, purged }: FeedRow): readonly number[] => {
  const kept = seq - purged
  const weighed = Math.min(kept, SAMPLE)
  return Array.from({ length: weighed }, (_, at) => purged + Math.ceil(((at + 1) * kept) / weighed))
}

/** How many bytes all changes have, by those that were weighed: adding them all up would read the whole table each time. */
const bytesOf = ({ seq, purged }: FeedRow, sizes: Rows): number => {
  const sum = sizes.reduce((total, [size]) => total + readInteger(size), 0)
  return sizes.length === 0 ? 0 : (sum / sizes.length) * (seq - purged)
}

/** How many of the oldest go: those that are too old, and then as many as it takes to have room for the others. */
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

/** Forgets the oldest changes, by a range of the key; where roll-ups are made, those that are in them. */
export const purgeChanges = async (
  engine: Engine,
  retention: FeedRetention,
  limit: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  const outcome = await engine.transaction<number>([takeHead()], async ([head = []], ask) => {
    const row = feedRowOf(head, engine.dialect)
    if (row === undefined) return NONE
    const last = row.rolled ?? row.seq
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
