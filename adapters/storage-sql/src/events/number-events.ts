import { randomInt } from 'node:crypto'
import {
  appendRuns,
  type Appended,
  type Numbering,
  newStream,
} from '@postrider/core/events/domain/append-runs'
import { type AppRuns, deriveRuns, notesForApps } from '@postrider/core/events/domain/derive-runs'
import type { StreamOwner } from '@postrider/core/events/domain/event'
import { SEEDS } from '@postrider/core/events/domain/event-id'
import type { EventProgress } from '@postrider/core/events/ports/event-storage'
import type { EventNote } from '@postrider/core/feed/domain/event-note'
import type { NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { isNull, optional, readInteger, readText } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Conclusion, Engine, Rows, Statement, TransactionQuery } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import {
  type FeedRow,
  moveEventsThrough,
  presentHeadOf,
  readFeedHead,
  takeHead,
  takenHeadOf,
} from '../feed/head.js'
import { findChangesAfter, numberedAfter } from '../feed/read-changes.js'
import { wakeEndpoints } from './wake-endpoints.js'
import { blockCells, eventStreams, insertBlocks, putStreams, type StoredStream } from './tables.js'

const readMoment = statement(
  'SELECT i.restored_at, i.held_since, {database time} FROM installation i WHERE i.one = 1',
)
const findStreams = statement(
  `SELECT ${eventStreams.select('s')} FROM event_streams s {by event_streams.PRIMARY} WHERE s.app_id IN (?x*)`,
)
/** Streams that haven't continued since a restoration. */
const findBehind = statement(`
  SELECT ${eventStreams.select('s')} FROM event_streams s {by event_streams.by_generation}
  WHERE s.generation < ? ORDER BY s.generation LIMIT ?`)
const findApps = statement(`
  SELECT a.id, a.organization_id, a.environment FROM apps a {by apps.of_organization} WHERE a.organization_id IN (?x*)`)

/** The streams that continue in one turn after a restoration, besides those with new events. */
const CONTINUED_AT_ONCE = 200

const nothing = (isWatched: boolean): Conclusion<EventProgress> => ({
  statements: [],
  isKept: false,
  result: { changes: 0, events: 0, isWatched },
})

/** The moment of numbering; undefined while the database is on hold. */
const momentOf = ([row]: Rows): Numbering | undefined => {
  if (!isNull(row?.[1])) return undefined
  return {
    nowMs: readInteger(row?.[2]),
    generation: optional(readInteger, row?.[0]) ?? 0,
    seed: () => randomInt(SEEDS),
  }
}

/** Finds the apps of notes that don't name them. */
const appsOfNotes = async (
  changes: readonly NumberedChange[],
  ask: TransactionQuery,
): Promise<(note: EventNote) => readonly StreamOwner[]> => {
  const owners = [...new Set(notesForApps(changes).map(({ organizationId }) => idCell(organizationId)))]
  if (owners.length === 0) return () => []
  const [rows = []] = await ask([findApps(owners)])
  const apps = rows.map(([id, owner, environment]): StreamOwner => ({
    appId: idOf('app', id),
    organizationId: idOf('org', owner),
    environment: readText(environment) as StreamOwner['environment'],
  }))
  return ({ organizationId, appId, environment }) =>
    apps.filter(
      (app) =>
        app.organizationId === organizationId &&
        (appId === undefined || app.appId === appId) &&
        (environment === undefined || app.environment === environment),
    )
}

/** The streams of these apps, and some that have to continue after a restoration. */
const streamsFor = async (
  apps: readonly AppRuns[],
  { generation }: Numbering,
  ask: TransactionQuery,
): Promise<readonly StoredStream[]> => {
  const queries = [
    ...(apps.length === 0 ? [] : [findStreams(apps.map(({ appId }) => idCell(appId)))]),
    ...(generation === 0 ? [] : [findBehind(generation, CONTINUED_AT_ONCE)]),
  ]
  if (queries.length === 0) return []
  const found = (await ask(queries)).flat().map(eventStreams.of)
  return [...new Map(found.map((stream) => [stream.appId, stream])).values()]
}

const append = (
  apps: readonly AppRuns[],
  streams: readonly StoredStream[],
  at: Numbering,
): readonly Appended[] => {
  const known = new Map(streams.map((stream) => [stream.appId, stream]))
  const withEvents = new Set(apps.map(({ appId }) => appId))
  return [
    ...apps.map((app) => appendRuns(known.get(app.appId) ?? newStream(app, at), app.runs, at)),
    ...streams.filter(({ appId }) => !withEvents.has(appId)).map((stream) => appendRuns(stream, [], at)),
  ]
}

/** The statements that store what was appended in this turn. */
const storing = (appended: readonly Appended[], turn: number, nowMs: EpochMs): readonly Statement[] => {
  const blocks = appended.flatMap((one) => one.blocks)
  if (appended.length === 0) return []
  const streams = appended.map(({ stream }) => ({ ...stream, purged: 0, moved: turn }))
  return [
    putStreams(eventStreams.rows(streams)),
    ...(blocks.length === 0 ? [] : [insertBlocks(blockCells(blocks))]),
    ...wakeEndpoints([...new Set(blocks.map(({ appId }) => appId))], nowMs),
  ]
}

/** How many events were appended. */
const countOf = (appended: readonly Appended[]): number =>
  appended.flatMap(({ blocks }) => blocks).reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** A turn of a sequencer, by the clock of its process. */
interface Turn {
  readonly limit: number
  readonly nowMs: EpochMs
  readonly isWatched: boolean
}

const numberNext = async (
  row: FeedRow,
  at: Numbering,
  { limit, nowMs, isWatched }: Turn,
  ask: TransactionQuery,
): Promise<Conclusion<EventProgress>> => {
  const after = Math.max(row.eventsThrough ?? 0, row.purged)
  const [rows = []] = await ask([findChangesAfter(after, limit)])
  const changes = numberedAfter(rows, after)
  const apps = deriveRuns(changes, await appsOfNotes(changes, ask))
  const appended = append(apps, await streamsFor(apps, at, ask), at)
  if (changes.length === 0 && appended.length === 0 && row.eventsThrough === after) return nothing(isWatched)
  const turn = row.eventTurn + 1
  return {
    statements: [...storing(appended, turn, nowMs), moveEventsThrough(after + changes.length, turn)],
    isKept: true,
    result: { changes: changes.length, events: countOf(appended), isWatched },
  }
}

/**
 * Whether all changes have their events. After a restoration, streams may have to continue although they have no
 * new events.
 */
const isDone = ({ eventsThrough, seq, beyond }: FeedRow, [moment]: Rows): boolean =>
  eventsThrough === seq && beyond === undefined && isNull(moment?.[0])

/**
 * Numbers the events of the next changes. The head is locked until they are committed together with the new
 * position, so that no change has its events twice, and sequences have no gaps. It isn't locked if there is
 * nothing to do.
 */
export const numberEvents = async (
  engine: Engine,
  limit: number,
  nowMs: EpochMs,
): Promise<E.Either<StorageUnavailable, EventProgress>> => {
  const read = await engine.read([readFeedHead(), readMoment()], 'each')
  if (E.isLeft(read)) return read
  const [head = [], moment = []] = read.right
  const present = presentHeadOf(head, engine.dialect)
  if (isDone(present, moment))
    return E.right({ changes: 0, events: 0, isWatched: present.watchedUntilMs > nowMs })
  const outcome = await engine.transaction([...takeHead(), readMoment()], async (opened, ask) => {
    const row = takenHeadOf(opened, engine.dialect)
    // Another sequencer is at work; the next turn comes soon.
    if (row === undefined) return nothing(true)
    const isWatched = row.watchedUntilMs > nowMs
    const at = momentOf(opened[2] ?? [])
    return at === undefined ? nothing(isWatched) : numberNext(row, at, { limit, nowMs, isWatched }, ask)
  })
  return unknownIsUndone(outcome)
}
