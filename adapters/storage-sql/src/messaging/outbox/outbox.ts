import type { OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { countListedWith } from './count-listed.js'
import { makeDueNowWith } from './make-due-now.js'
import { parkedWith } from './parked.js'
import { takeDueWith } from './take-due.js'
import { waitingSinceWith } from './waiting-since.js'

/** A failed publication is undone, so that the gauge counts the message as waiting. */
const giveBack = statement(`
  UPDATE outbox SET due_at = ?, publications = CASE WHEN publications > 0 THEN publications - 1 ELSE 0 END
  WHERE message_id IN (?x*)`)
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
    makeDueNow: makeDueNowWith(engine),
    ...parkedWith(engine),
    waitingSince: waitingSinceWith(engine),
    count: countListedWith(engine),
  }
}
