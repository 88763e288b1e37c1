import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { OutboxSelection, OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { optional, readInteger, readText } from '../../cells/cell.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Statement } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'

/** The maximum number of rows per transaction, so that a long list needs no long transactions. */
const SLICE = 5_000

/** Messages that the provider already has can't be stopped; they keep waiting for their delivery reports. */
const makeDueNow = (which: string) =>
  statement(`
    UPDATE outbox SET due_at = ? WHERE message_id IN (?x*) AND due_at > ? AND message_id IN (
      SELECT m.id FROM messages m WHERE m.id = message_id AND m.state = 'ACCEPTED' AND ${which})`)
const dueNowAll = makeDueNow('m.attempt >= 0')
const dueNowOfOrganization = makeDueNow('m.organization_id = ?x')
const dueNowOfApp = makeDueNow('m.app_id = ?x')
const dueNowOfPrefix = makeDueNow('m.recipient LIKE ?')

const dueNowStatement = (ids: readonly string[], of: OutboxSelection, nowMs: EpochMs): Statement => {
  const now = sharedNow(nowMs)
  switch (of._tag) {
    case 'All':
      return dueNowAll(now, ids, now)
    case 'OfOrganization':
      return dueNowOfOrganization(now, ids, now, idCell(of.organizationId))
    case 'OfApp':
      return dueNowOfApp(now, ids, now, idCell(of.appId))
    case 'OfPrefix':
      return dueNowOfPrefix(now, ids, now, `${of.prefix}%`)
  }
}

/** The position of a walk through a lane: the next rows are due later, or have a later identifier. */
interface Place {
  readonly lane: string
  readonly dueAtMs: number
  readonly id: string
}

/** Rows of a lane that aren't due yet, in the order of an index; rows that are due already aren't read, which keeps the cost independent of the backlog. */
const dueLater = (index: string, which: string) =>
  statement(`
    SELECT o.message_id, o.due_at FROM outbox o {by outbox.${index}}
    WHERE o.lane = ? AND ${which} o.due_at >= ? AND (o.due_at > ? OR o.message_id > ?x)
    ORDER BY o.due_at, o.message_id LIMIT ?`)
const ofAll = dueLater('by_time', '')
const ofOrganization = dueLater('by_turn', 'o.organization_id = ?x AND')

const sliceOf = (of: OutboxSelection, { lane, dueAtMs, id }: Place): Statement => {
  const place = [dueAtMs, dueAtMs, id, SLICE] as const
  switch (of._tag) {
    case 'OfOrganization':
    case 'OfApp':
      return ofOrganization(lane, idCell(of.organizationId), ...place)
    case 'All':
    case 'OfPrefix':
      return ofAll(lane, ...place)
  }
}

/** The first lane after another one, parked lanes included: one step in the index. */
const nextLane = statement(
  'SELECT o.lane FROM outbox o {by outbox.by_time} WHERE o.lane > ? ORDER BY o.lane LIMIT 1',
)

/**
 * Makes the selected rows of one slice due. Right: the place of its last row; undefined if it was the last
 * slice.
 */
const makeSliceDue = async (engine: Engine, of: OutboxSelection, nowMs: EpochMs, from: Place) => {
  const outcome = await engine.transact([sliceOf(of, from)], ([rows = []]) => {
    const ids = rows.map(([id]) => readText(id))
    const last = rows.at(-1)
    const isWhole = rows.length === SLICE && last !== undefined
    return {
      statements: ids.length === 0 ? [] : [dueNowStatement(ids, of, nowMs)],
      result: isWhole ? { lane: from.lane, dueAtMs: readInteger(last[1]), id: readText(last[0]) } : undefined,
    }
  })
  return unknownIsUndone(outcome)
}

/**
 * Makes the selected messages due at once. For an Organization or an app, the cost depends on the
 * Organization's rows that aren't due yet; for a prefix or all, on those of everyone.
 */
export const makeDueNowWith =
  (engine: Engine): OutboxStorage['makeDueNow'] =>
  (of, nowMs) =>
  async () => {
    let lane = ''
    for (;;) {
      const next = await engine.read([nextLane(lane)], 'each')
      if (E.isLeft(next)) return next
      const found = optional(readText, next.right[0]?.[0]?.[0])
      if (found === undefined) return E.right(undefined)
      lane = found
      let place: Place | undefined = { lane, dueAtMs: nowMs, id: BEYOND_ALL }
      while (place !== undefined) {
        const slice: E.Either<StorageUnavailable, Place | undefined> = await makeSliceDue(
          engine,
          of,
          nowMs,
          place,
        )
        if (E.isLeft(slice)) return slice
        place = slice.right
      }
    }
  }
