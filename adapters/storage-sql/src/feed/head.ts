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

/** The feed's one row, as it is kept. */
interface KeptHead extends FeedHead {
  /** Up to here changes are in the roll-ups, and the purge goes no further; undefined: nobody makes any. */
  readonly rolled: number | undefined
  /** Up to here changes are kept no more. */
  readonly purged: number
  readonly watchedUntilMs: number
}

/** The feed's one row, and what the changes and the installation say of it. */
export interface FeedRow extends KeptHead {
  /** The newest number that a change has, where the head never gave it: the database is not what it was. */
  readonly beyond: number | undefined
}

const heads = recordTable<KeptHead>('feed_head', {
  epoch: bytes16<string>('epoch', (hex) => hex, readText),
  seq: anInteger('seq'),
  rolled: anIntegerOrNone('rolled'),
  purged: anInteger('purged'),
  watchedUntilMs: anInteger('watched_until'),
})

/** Since when the database is restored is part of the epoch: what holds it, whichever way, begins a new one thereby. */
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
 * Whoever has it numbers or purges; others find no row and leave it at that. What is read beside the row is read behind its
 * lock, by a statement of its own: an engine may otherwise show it as it was before.
 */
export const takeHead = (): readonly Statement[] => [lockHead(), readFeedHead()]

/** The feed's row, by the two answers to `takeHead`; undefined where another sequencer has it. */
export const takenHeadOf = (
  [locked = [], head = []]: readonly Rows[],
  dialect: Pick<Dialect, 'commitsInOrder'>,
): FeedRow | undefined => (locked.length === 0 ? undefined : feedRowOf(head, dialect))
export const moveHead = statement('UPDATE feed_head SET seq = ? WHERE one = 1')
/** Everything up to a number goes, and the head stays where it is. */
export const movePurged = statement('UPDATE feed_head SET purged = ?, seq = ? WHERE one = 1')
/** Everything up to a number is in the roll-ups. */
export const moveRolled = statement('UPDATE feed_head SET rolled = ? WHERE one = 1')
export const prolongWatch = statement(
  'UPDATE feed_head SET watched_until = ? WHERE one = 1 AND watched_until < ?',
)
const renewEpoch = statement('UPDATE feed_head SET epoch = ?x WHERE one = 1')

/** Begins a new epoch: what was read of the feed before continues nowhere. */
export const beginEpoch = (): Statement => renewEpoch(randomBytes(16).toString('hex'))

/**
 * The feed's row; undefined where another sequencer has it. Where the database numbers by itself its newest number is the
 * head's, or the one that was noted when all were purged.
 */
const feedRowOf = (rows: Rows, { commitsInOrder }: Pick<Dialect, 'commitsInOrder'>): FeedRow | undefined => {
  const found = firstOf(shown.of)(rows)
  if (found === undefined) return undefined
  const { h, newest, restoredAtMs } = found
  const epoch = restoredAtMs === undefined ? h.epoch : `${h.epoch}.${restoredAtMs}`
  if (commitsInOrder) return { ...h, epoch, seq: Math.max(h.seq, newest), beyond: undefined }
  return { ...h, epoch, beyond: newest > h.seq ? newest : undefined }
}

/** The same, where nobody passes over what is locked. */
export const presentHeadOf = (rows: Rows, dialect: Pick<Dialect, 'commitsInOrder'>): FeedRow => {
  const row = feedRowOf(rows, dialect)
  if (row === undefined) throw new Error('the feed has no head')
  return row
}
