import type { OutboxStorage } from '@postrider/core/ports/storage/outbox-storage'
import { E } from '@postrider/core/fp'
import { integer, optional, text } from './cells/cell.js'
import { idCell, idOf } from './cells/id-cell.js'
import type { Engine, Rows } from './engine/engine.js'
import { unknownIsUndone } from './engine/outcome.js'
import { statement } from './engine/template.js'

const lockDue = statement(`
  SELECT message_id, organization_id, lane, publications FROM outbox {by outbox.by_time}
  WHERE lane = ? AND due_at <= ? ORDER BY due_at, message_id LIMIT ? {skip locked}`)
const take = statement(
  'UPDATE outbox SET due_at = ?, publications = publications + 1 WHERE message_id IN (?x*)',
)
/** A publication that failed was none: whoever looks at the gauge shall see that it still waits. */
const giveBack = statement(`
  UPDATE outbox SET due_at = ?, publications = CASE WHEN publications > 0 THEN publications - 1 ELSE 0 END
  WHERE message_id IN (?x*)`)
const measure = statement(`
  SELECT COUNT(*), MIN(CASE WHEN publications = 0 AND due_at <= ? THEN listed_at END) FROM outbox`)

export const outboxStorage = (engine: Engine): OutboxStorage => ({
  takeDue: (lane, limit, nowMs, againAtMs) => async () => {
    const outcome = await engine.transact([lockDue(lane, nowMs, limit)], ([rows = []]) => ({
      statements:
        rows.length === 0
          ? []
          : [
              take(
                againAtMs,
                rows.map(([id]) => text(id)),
              ),
            ],
      result: rows.map(([id, organizationId, of, publications]) => ({
        messageId: idOf('msg', id),
        organizationId: idOf('org', organizationId),
        lane: text(of) as typeof lane,
        publications: integer(publications),
      })),
    }))
    return unknownIsUndone(outcome)
  },
  makeDue: (messageIds, atMs) => async () => {
    if (messageIds.length === 0) return E.right(undefined)
    const outcome = await engine.transact([], () => ({
      statements: [giveBack(atMs, messageIds.map(idCell))],
      result: undefined,
    }))
    return unknownIsUndone(outcome)
  },
  gauge: (nowMs) => async () => {
    const read = await engine.read([measure(nowMs)], 'each')
    return E.map(([rows]: readonly Rows[]) => ({
      listed: integer(rows?.[0]?.[0]),
      oldestUnpublishedAtMs: optional(integer, rows?.[0]?.[1]),
    }))(read)
  },
})
