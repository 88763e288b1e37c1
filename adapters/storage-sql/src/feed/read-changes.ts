import type { FeedPage, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { readInteger } from '../cells/cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { epochOf, readEpoch } from '../guards/epoch.js'
import { changeGroupsOf, changeOf } from './change-cells.js'
import { presentHeadOf, readFeedHead } from './head.js'

/** Whole changes, as `numberedAfter` reads them. */
export const findChangesAfter = statement(`
  SELECT c.seq, c.at, c.body, c.ids FROM changes c {by changes.PRIMARY} WHERE c.seq > ? ORDER BY c.seq LIMIT ?`)
/** Without the identifiers, which are most of a change's size. */
export const findGroupsAfter = statement(`
  SELECT c.seq, c.at, c.body FROM changes c {by changes.PRIMARY} WHERE c.seq > ? ORDER BY c.seq LIMIT ?`)
export const findIds = statement('SELECT c.ids FROM changes c {by changes.PRIMARY} WHERE c.seq IN (?*)')

/** A change without its messages. */
export type SummarizedChange = Omit<NumberedChange, 'messageIds'>

const numberedOf = ([seq, at, body, ids]: Rows[number]): NumberedChange => ({
  seq: readInteger(seq),
  atMs: readInteger(at),
  ...changeOf(body, ids),
})

/**
 * The rows that follow the number without a gap. A reading can return a number without the previous one: it
 * scans the table, and a commit may be inserted behind the scan. The next reading returns both.
 */
const contiguous = (rows: Rows, after: number): Rows => {
  const end = rows.findIndex(([seq], at) => readInteger(seq) !== after + at + 1)
  return end === -1 ? rows : rows.slice(0, end)
}

/** The whole changes in these rows, up to the first gap after the number. */
export const numberedAfter = (rows: Rows, after: number): readonly NumberedChange[] =>
  contiguous(rows, after).map(numberedOf)

/** The changes in these rows without their messages, up to the first gap after the number. */
export const summarizedAfter = (rows: Rows, after: number): readonly SummarizedChange[] =>
  contiguous(rows, after).map(([seq, at, body]) => ({
    seq: readInteger(seq),
    atMs: readInteger(at),
    groups: changeGroupsOf(body),
  }))

/**
 * Reads three things in this order: the head, the changes after a number, and the catalog's epoch. Rights
 * that are read as of the epoch are then newer than the changes they are checked for.
 */
export const readChanges = async (
  engine: Engine,
  after: number,
  limit: number,
): Promise<E.Either<StorageUnavailable, FeedPage>> => {
  const read = await engine.read([readFeedHead(), findChangesAfter(after, limit), readEpoch()], 'each')
  return E.map(([head = [], found = [], epoch]: readonly Rows[]): FeedPage => {
    const row = presentHeadOf(head, engine.dialect)
    const rows = contiguous(found, after)
    // Changes that are read after the head may be beyond it.
    const last = rows.length === 0 ? 0 : after + rows.length
    return {
      head: { epoch: row.epoch, seq: Math.max(row.seq, last) },
      changes: rows.map(numberedOf),
      isGone: after < row.purged,
      catalogEpoch: epochOf(epoch),
    }
  })(read)
}
