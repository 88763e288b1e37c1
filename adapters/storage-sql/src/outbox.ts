import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import type { OutboxSelection, OutboxStorage } from '@postrider/core/ports/storage/outbox-storage'
import { E } from '@postrider/core/fp'
import { integer, optional } from './cells/cell.js'
import { idCell } from './cells/id-cell.js'
import type { Engine, Rows, Statement } from './engine/engine.js'
import { unknownIsUndone } from './engine/outcome.js'
import { statement } from './engine/template.js'
import { takeDueWith } from './take-due.js'

/** A publication that failed was none: whoever looks at the gauge shall see that it still waits. */
const giveBack = statement(`
  UPDATE outbox SET due_at = ?, publications = CASE WHEN publications > 0 THEN publications - 1 ELSE 0 END
  WHERE message_id IN (?x*)`)
const measure = statement(`
  SELECT COUNT(*), MIN(CASE WHEN publications = 0 AND due_at <= ? THEN listed_at END),
    MIN(CASE WHEN publications = 0 AND due_at <= ? AND lane = 'otp' THEN listed_at END) FROM outbox`)

/** Of what was sent already nothing can be stopped: it waits for its reports as before. */
const hasten = (which: string) =>
  statement(`
    UPDATE outbox SET due_at = ? WHERE due_at > ? AND message_id IN (
      SELECT m.id FROM messages m WHERE m.id = message_id AND m.state = 'ACCEPTED' AND ${which})`)
const hastenAll = hasten('m.attempt >= 0')
const hastenOrganization = hasten('m.organization_id = ?x')
const hastenApp = hasten('m.app_id = ?x')
const hastenPrefix = hasten('m.recipient LIKE ?')

const hastening = (of: OutboxSelection, nowMs: EpochMs): Statement => {
  switch (of._tag) {
    case 'All':
      return hastenAll(nowMs, nowMs)
    case 'OfOrganization':
      return hastenOrganization(nowMs, nowMs, idCell(of.organizationId))
    case 'OfApp':
      return hastenApp(nowMs, nowMs, idCell(of.appId))
    case 'OfPrefix':
      return hastenPrefix(nowMs, nowMs, `${of.prefix}%`)
  }
}

export const outboxStorage = (engine: Engine): OutboxStorage => {
  const takeDue = takeDueWith(engine)
  return {
    takeDue: (lane, limit, nowMs, againAtMs) => () => takeDue({ lane, limit, nowMs, againAtMs }),
    makeDue: (messageIds, atMs) => async () => {
      if (messageIds.length === 0) return E.right(undefined)
      const outcome = await engine.transact([], () => ({
        statements: [giveBack(atMs, messageIds.map(idCell))],
        result: undefined,
      }))
      return unknownIsUndone(outcome)
    },
    hasten: (of, nowMs) => async () => {
      const outcome = await engine.transact([], () => ({
        statements: [hastening(of, nowMs)],
        result: undefined,
      }))
      return unknownIsUndone(outcome)
    },
    gauge: (nowMs) => async () => {
      const read = await engine.read([measure(nowMs, nowMs)], 'each')
      return E.map(([rows]: readonly Rows[]) => ({
        listed: integer(rows?.[0]?.[0]),
        oldestUnpublishedAtMs: optional(integer, rows?.[0]?.[1]),
        oldestUnpublishedPasscodeAtMs: optional(integer, rows?.[0]?.[2]),
      }))(read)
    },
  }
}
