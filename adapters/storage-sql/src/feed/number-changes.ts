import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { FeedProgress } from '@postrider/core/feed/ports/feed-storage'
import { readInteger } from '../cells/cell.js'
import type { Conclusion, Engine, Rows, TransactionQuery } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import {
  beginEpoch,
  type FeedRow,
  moveHead,
  presentHeadOf,
  readFeedHead,
  takeHead,
  takenHeadOf,
} from './head.js'

const findPending = statement(
  'SELECT id FROM changes_pending {by changes_pending.PRIMARY} ORDER BY id LIMIT ?',
)
const countPending = statement('SELECT COUNT(*) FROM (SELECT id FROM changes_pending LIMIT ?) p')
const insertNumbered = statement(`
  INSERT INTO changes (seq, at, body, ids)
  SELECT ? + ROW_NUMBER() OVER (ORDER BY p.id), p.at, p.body, p.ids FROM changes_pending p WHERE p.id IN (?*)`)
const countNumbered = statement('SELECT COUNT(*) FROM changes WHERE seq > ?')
/**
 * One at a time: for a list on a short table, the server scans the table and waits for rows that aren't
 * committed yet.
 */
const removePending = statement('DELETE FROM changes_pending WHERE id = ?')

const nothing = (isWatched: boolean): Conclusion<FeedProgress> => ({
  statements: [],
  isKept: false,
  result: { numbered: 0, isWatched },
})

/** Gives all pending changes the numbers after the head, or none. */
const numberThem = async (
  { seq, beyond }: FeedRow,
  ids: readonly number[],
  isWatched: boolean,
  ask: TransactionQuery,
): Promise<Conclusion<FeedProgress>> => {
  if (beyond !== undefined)
    return { ...nothing(isWatched), statements: [beginEpoch(), moveHead(beyond)], isKept: true }
  if (ids.length === 0) return nothing(isWatched)
  const [, counted = []] = await ask([insertNumbered(seq, ids), countNumbered(seq)])
  if (readInteger(counted[0]?.[0]) !== ids.length) return nothing(isWatched)
  return {
    statements: [...ids.map((id) => removePending(id)), moveHead(seq + ids.length)],
    isKept: true,
    result: { numbered: ids.length, isWatched },
  }
}

/**
 * Numbers the committed changes that have no number. The head is locked until the numbers are committed with
 * it: no number is used twice or skipped, since a rollback also resets the head.
 */
const numberPending = async (
  engine: Engine,
  limit: number,
  nowMs: EpochMs,
): Promise<E.Either<StorageUnavailable, FeedProgress>> => {
  const outcome = await engine.transaction([...takeHead(), findPending(limit)], async (opened, ask) => {
    const row = takenHeadOf(opened, engine.dialect)
    // Another sequencer is doing it, and ensures that the next run comes in time.
    if (row === undefined) return nothing(true)
    const ids = (opened[2] ?? []).map(([id]) => readInteger(id))
    return numberThem(row, ids, row.watchedUntilMs > nowMs, ask)
  })
  return unknownIsUndone(outcome)
}

/** Numbers pending changes; if the database assigns numbers itself, there are none. */
export const numberChanges = async (
  engine: Engine,
  limit: number,
  nowMs: EpochMs,
): Promise<E.Either<StorageUnavailable, FeedProgress>> => {
  if (!engine.dialect.commitsInOrder) return numberPending(engine, limit, nowMs)
  const read = await engine.read([readFeedHead()], 'each')
  return E.map(([head = []]: readonly Rows[]) => {
    const { watchedUntilMs } = presentHeadOf(head, engine.dialect)
    return { numbered: 0, isWatched: watchedUntilMs > nowMs }
  })(read)
}

/** The number of changes without a number. */
export const countWaiting = async (
  engine: Engine,
  most: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  if (engine.dialect.commitsInOrder) return E.right(0)
  const read = await engine.read([countPending(most)], 'each')
  return E.map(([rows]: readonly Rows[]) => readInteger(rows?.[0]?.[0]))(read)
}
