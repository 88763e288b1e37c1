import { randomBytes } from 'node:crypto'
import type { FeedHead } from '@postrider/core/feed/ports/feed-storage'
import { optional, readInteger, readText } from '../cells/cell.js'
import type { Dialect } from '../engine/dialect.js'
import type { Rows, Statement } from '../engine/engine.js'
import { firstOf } from '../engine/queries.js'
import { statement } from '../engine/template.js'
import { anInteger, anIntegerOrNone, bytes16 } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'
import { expression, joined } from '../rows/selection.js'

/** The feed's one row, as it is stored. */
interface KeptHead extends FeedHead {
  /**
   * Changes up to here are in the roll-ups, and the purge goes no further; undefined: there are no roll-ups.
   */
  readonly rolled: number | undefined
  /**
   * The events of changes up to here have their numbers, and the purge goes no further; undefined: events are
   * not numbered.
   */
  readonly eventsThrough: number | undefined
  /** How often events were numbered. */
  readonly eventTurn: number
  /** Changes up to here are deleted. */
  readonly purged: number
  readonly watchedUntilMs: number
}

/** The feed's one row, with data from the changes and the installation. */
export interface FeedRow extends KeptHead {
  /** The newest number of a change if the head never assigned it: the database was replaced or restored. */
  readonly beyond: number | undefined
}

const heads = recordTable<KeptHead>('feed_head', {
  epoch: bytes16<string>('epoch', (hex) => hex, readText),
  seq: anInteger('seq'),
  rolled: anIntegerOrNone('rolled'),
  eventsThrough: anIntegerOrNone('events_through'),
  eventTurn: anInteger('event_turn'),
  purged: anInteger('purged'),
  watchedUntilMs: anInteger('watched_until'),
})

/** The time of the last restoration is part of the epoch, so that every restore hold starts a new one. */
const shown = joined({
  h: heads,
  newest: expression('(SELECT MAX(c.seq) FROM changes c)', (cell) => optional(readInteger, cell) ?? 0),
  restoredAtMs: expression('(SELECT i.restored_at FROM installation i WHERE i.one = 1)', (cell) =>
    optional(readInteger, cell),
  ),
})

const HEAD = `SELECT ${shown.columns} FROM feed_head h WHERE h.one = 1`

export const readFeedHead = statement(HEAD)
const lockHead = statement('SELECT h.one FROM feed_head h WHERE h.one = 1 {skip locked}')

/**
 * Locks the row for numbering or purging; others find no row and stop. The data next to it is read after
 * locking, by a statement of its own: an engine may otherwise return an older state.
 */
export const takeHead = (): readonly Statement[] => [lockHead(), readFeedHead()]

/** The feed's row, from the two results of `takeHead`; undefined if another sequencer has locked it. */
export const takenHeadOf = (
  [locked = [], head = []]: readonly Rows[],
  dialect: Pick<Dialect, 'commitsInOrder'>,
): FeedRow | undefined => (locked.length === 0 ? undefined : feedRowOf(head, dialect))
export const moveHead = statement('UPDATE feed_head SET seq = ? WHERE one = 1')
/** Marks everything up to a number as deleted; the head doesn't change. */
export const movePurged = statement('UPDATE feed_head SET purged = ?, seq = ? WHERE one = 1')
/** Marks everything up to a number as being in the roll-ups. */
export const moveRolled = statement('UPDATE feed_head SET rolled = ? WHERE one = 1')
/** Marks the events of everything up to a number as numbered. */
export const moveEventsThrough = statement(
  'UPDATE feed_head SET events_through = ?, event_turn = ? WHERE one = 1',
)
export const prolongWatch = statement(
  'UPDATE feed_head SET watched_until = ? WHERE one = 1 AND watched_until < ?',
)
const renewEpoch = statement('UPDATE feed_head SET epoch = ?x WHERE one = 1')

/** Starts a new epoch: readers of the earlier feed can't continue. */
export const beginEpoch = (): Statement => renewEpoch(randomBytes(16).toString('hex'))

/**
 * The feed's row; undefined if another sequencer has locked it. If the database numbers changes itself, its
 * newest number is the head's, or the one that was recorded when all were purged.
 */
const feedRowOf = (rows: Rows, { commitsInOrder }: Pick<Dialect, 'commitsInOrder'>): FeedRow | undefined => {
  const found = firstOf(shown.of)(rows)
  if (found === undefined) return undefined
  const { h, newest, restoredAtMs } = found
  const epoch = restoredAtMs === undefined ? h.epoch : `${h.epoch}.${restoredAtMs}`
  if (commitsInOrder) return { ...h, epoch, seq: Math.max(h.seq, newest), beyond: undefined }
  return { ...h, epoch, beyond: newest > h.seq ? newest : undefined }
}

/** The same for a reading that doesn't skip locked rows. */
export const presentHeadOf = (rows: Rows, dialect: Pick<Dialect, 'commitsInOrder'>): FeedRow => {
  const row = feedRowOf(rows, dialect)
  if (row === undefined) throw new Error('the feed has no head')
  return row
}
