import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import type { OutboxSelection, OutboxStorage } from '@postrider/core/ports/storage/outbox-storage'
import { E } from '@postrider/core/fp'
import { readText } from '../cells/cell.js'
import { BEFORE_ALL, idCell } from '../cells/id-cell.js'
import type { Engine, Statement } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { sharedNow } from '../engine/shared-now.js'
import { statement } from '../engine/template.js'
import { countListedWith } from './count-listed.js'
import { parkedWith } from './parked.js'
import { takeDueWith } from './take-due.js'
import { waitingSinceWith } from './waiting-since.js'

/** A publication that failed was none: the gauge shows that the message still waits. */
const giveBack = statement(`
  UPDATE outbox SET due_at = ?, publications = CASE WHEN publications > 0 THEN publications - 1 ELSE 0 END
  WHERE message_id IN (?x*)`)
/** So many rows are looked at in one transaction: a long list is gone through without holding anybody up. */
const SLICE = 5_000
const slice = statement('SELECT message_id FROM outbox WHERE message_id > ?x ORDER BY message_id LIMIT ?')

/** Of what was sent already nothing can be stopped: it waits for its reports as before. */
const hasten = (which: string) =>
  statement(`
    UPDATE outbox SET due_at = ? WHERE message_id IN (?x*) AND due_at > ? AND message_id IN (
      SELECT m.id FROM messages m WHERE m.id = message_id AND m.state = 'ACCEPTED' AND ${which})`)
const hastenAll = hasten('m.attempt >= 0')
const hastenOrganization = hasten('m.organization_id = ?x')
const hastenApp = hasten('m.app_id = ?x')
const hastenPrefix = hasten('m.recipient LIKE ?')

const hastening = (ids: readonly string[], of: OutboxSelection, nowMs: EpochMs): Statement => {
  const now = sharedNow(nowMs)
  switch (of._tag) {
    case 'All':
      return hastenAll(now, ids, now)
    case 'OfOrganization':
      return hastenOrganization(now, ids, now, idCell(of.organizationId))
    case 'OfApp':
      return hastenApp(now, ids, now, idCell(of.appId))
    case 'OfPrefix':
      return hastenPrefix(now, ids, now, `${of.prefix}%`)
  }
}

/** Hastens what is selected of one slice; answers its last row, and nothing after the last slice. */
const hastenSlice = async (engine: Engine, of: OutboxSelection, nowMs: EpochMs, after: string) => {
  const outcome = await engine.transact([slice(after, SLICE)], ([rows = []]) => {
    const ids = rows.map(([id]) => readText(id))
    return { statements: ids.length === 0 ? [] : [hastening(ids, of, nowMs)], result: ids.at(-1) }
  })
  return unknownIsUndone(outcome)
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
      let after = BEFORE_ALL
      for (;;) {
        const last = await hastenSlice(engine, of, nowMs, after)
        if (E.isLeft(last)) return last
        if (last.right === undefined) return E.right(undefined)
        after = last.right
      }
    },
    ...parkedWith(engine),
    waitingSince: waitingSinceWith(engine),
    count: countListedWith(engine),
  }
}
