import { groupOf } from '@postrider/core/feed/domain/change'
import { E } from '@postrider/core/fp'
import type { InboundPartStorage, PartsPlan } from '@postrider/core/messaging/ports/inbound-part-storage'
import { readText } from '../../cells/cell.js'
import { digestCell } from '../../cells/digest-cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { insertInto } from '../../engine/insertion.js'
import { refusalIsBug } from '../../engine/outcome.js'
import { passing, purge } from '../../engine/purge.js'
import { statement } from '../../engine/template.js'
import { leaveChange } from '../../feed/leave-change.js'
import { inboundMessages } from './table.js'
import { inboundParts } from './parts-table.js'

/** Locks the parts of texts, so that two processes never join the same ones. */
const lockParts = statement(`
  SELECT ${inboundParts.select('p')} FROM inbound_parts p {by inbound_parts.of_text}
  WHERE p.text_key IN (?x*) ORDER BY p.received_at, p.id {for update}`)

const joinable = (condition: string) =>
  statement(`
    SELECT p.text_key FROM inbound_parts p {by inbound_parts.by_state}
    WHERE p.state = 'waiting' AND p.received_at < ? ${condition}
    GROUP BY p.text_key HAVING COUNT(DISTINCT p.number) >= MAX(p.total) OR MIN(p.received_at) < ?
    ORDER BY p.text_key LIMIT ?`)
const firstJoinable = joinable('')
const nextJoinable = joinable('AND p.text_key > ?x')

const markJoined = statement("UPDATE inbound_parts SET state = 'joined' WHERE id IN (?x*)")
const insertMessages = insertInto(inboundMessages.table)

const JOINED = passing('inbound_parts', 'id', 'received_at', 'by_state', 'binary', "state = 'joined'")

const writing = (engine: Engine, { messages, joined }: PartsPlan): readonly Statement[] => [
  ...(messages.length === 0 ? [] : [insertMessages(inboundMessages.rows(messages))]),
  ...(joined.length === 0 ? [] : [markJoined(joined.map(idCell))]),
  ...(messages.length === 0
    ? []
    : leaveChange(engine.dialect, { groups: [groupOf('inbound', messages.length)], messageIds: [] })),
]

/** Reads and joins the parts of inbound messages. */
export const inboundPartStorage = (engine: Engine): InboundPartStorage => ({
  joinParts: (textKeys, decide) => async () => {
    const keys = textKeys.map((key) => digestCell(key, 32))
    const outcome = await engine.transact([lockParts(keys)], ([rows = []]) => {
      const plan = decide(rows.map(inboundParts.of))
      return { statements: writing(engine, plan), result: plan.messages }
    })
    return refusalIsBug(outcome)
  },
  joinableTexts:
    ({ beforeMs, expiredBeforeMs, after, limit }) =>
    async () => {
      const query =
        after === undefined
          ? firstJoinable(beforeMs, expiredBeforeMs, limit)
          : nextJoinable(beforeMs, digestCell(after, 32), expiredBeforeMs, limit)
      const read = await engine.read([query], 'each')
      return E.map(([rows = []]: readonly Rows[]) => rows.map(([key]) => readText(key)))(read)
    },
  purgeParts: (beforeMs, most) => () => purge(engine, [JOINED], beforeMs, most),
})
