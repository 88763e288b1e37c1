import type {
  EventMoves,
  EventQuery,
  EventReading,
  EventStorage,
} from '@postrider/core/events/ports/event-storage'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { optional, readInteger } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { readAsOf } from '../guards/as-of.js'
import { contiguous } from './contiguous.js'
import { numberEvents } from './number-events.js'
import { purgeEvents } from './purge-events.js'
import { BLOCK, eventsIn } from './tables.js'

const readStream = statement('SELECT s.seq, s.purged FROM event_streams s WHERE s.app_id = ?x')
/** Sequences have no gaps, so that the range limits the number of events that are read. */
const findBlocks = statement(`
  SELECT ${BLOCK} FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = ?x AND b.last_seq > ? AND b.first_seq <= ? ORDER BY b.last_seq LIMIT ?`)
const findNext = statement(`
  SELECT b.first_seq FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = ?x AND b.last_seq > ? ORDER BY b.last_seq LIMIT 1`)
const readPosition = statement('SELECT h.event_turn FROM feed_head h WHERE h.one = 1')
const findMoved = statement(
  'SELECT s.app_id, s.moved FROM event_streams s {by event_streams.by_move} WHERE s.moved > ? ORDER BY s.moved',
)

interface Found {
  readonly reading: EventReading
  /** The sequence of the next stored event, even if it is beyond the range. */
  readonly next: number | undefined
}

const foundIn = (
  [stream = [], blocks = [], next = []]: readonly Rows[],
  after: number,
  limit: number,
): Found => {
  const purged = optional(readInteger, stream[0]?.[1]) ?? 0
  const following = blocks.flatMap((row) => eventsIn(row, after, limit))
  const events = contiguous(following, Math.max(after, purged)).slice(0, limit)
  const latest = Math.max(optional(readInteger, stream[0]?.[0]) ?? 0, events.at(-1)?.sequence ?? 0)
  return { reading: { events, latest, purged }, next: optional(readInteger, next[0]?.[0]) }
}

const readEvents = async (
  engine: Engine,
  { appId, after = 0, limit }: EventQuery,
): Promise<E.Either<StorageUnavailable, AsOf<EventReading>>> => {
  const app = idCell(appId)
  const from = (start: number) =>
    readAsOf(
      engine,
      [readStream(app), findBlocks(app, start, start + limit, limit), findNext(app, start)],
      (rows) => foundIn(rows, start, limit),
    )
  const readingOf = ({ epoch, value }: AsOf<Found>): AsOf<EventReading> => ({ epoch, value: value.reading })
  const first = await from(after)
  if (E.isLeft(first)) return first
  const { reading, next } = first.right.value
  // Behind deleted events, or a stated gap.
  const isBeyond = reading.events.length === 0 && next !== undefined && next > after + limit
  return E.map(readingOf)(isBeyond ? await from(next - 1) : first)
}

const movesSince = async (
  engine: Engine,
  since: number | undefined,
): Promise<E.Either<StorageUnavailable, EventMoves>> => {
  const read = await engine.read([readPosition(), ...(since === undefined ? [] : [findMoved(since)])], 'each')
  return E.map(([head = [], moved = []]: readonly Rows[]): EventMoves => ({
    // Streams that are read after the head may be beyond it.
    position: Math.max(readInteger(head[0]?.[0]), optional(readInteger, moved.at(-1)?.[1]) ?? 0),
    appIds: moved.map(([app]) => idOf('app', app)),
  }))(read)
}

/** The events of apps. */
export const eventStorage = (engine: Engine): EventStorage => ({
  number: (limit, nowMs) => () => numberEvents(engine, limit, nowMs),
  read: (query) => () => readEvents(engine, query),
  moves: (since) => () => movesSince(engine, since),
  purge: (beforeMs, limit) => () => purgeEvents(engine, beforeMs, limit),
})
