import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { readInteger, readText } from '../../cells/cell.js'
import { BEFORE_ALL } from '../../cells/id-cell.js'
import type { Rows, Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'

/** The owner of words by which all Organizations' tickets are found; others are the Organizations themselves. */
export const ALL_TICKETS = BEFORE_ALL

/** Changes this recent may still be uncommitted; the clocks of processes may differ too. */
export const LATE_MS = MINUTE_MS

/** The position of the index: everything up to this reply, at this time of change, is indexed. */
export interface IndexPosition {
  readonly updatedAtMs: number
  readonly ticket: string
  readonly reply: string
}

const STATE = `
  SELECT s.updated_at, s.ticket_id, s.reply_id, {database time} FROM ticket_search_state s WHERE s.one = 1`
export const readIndexPosition = statement(STATE)
/** Processes index one after another. */
export const takePosition = statement(`${STATE} {for update}`)
const putPosition = statement(
  'UPDATE ticket_search_state SET updated_at = ?, ticket_id = ?x, reply_id = ?x WHERE one = 1',
)

/** The position, and the database's time. */
export const indexPositionOf = ([row]: Rows): {
  readonly position: IndexPosition
  readonly nowMs: number
} => {
  if (row === undefined) throw new Error('the index of tickets has no state')
  const [updatedAt, ticket, reply, now] = row
  const position = {
    updatedAtMs: readInteger(updatedAt),
    ticket: readText(ticket),
    reply: readText(reply),
  }
  return { position, nowMs: readInteger(now) }
}

export const movePosition = ({ updatedAtMs, ticket, reply }: IndexPosition): Statement =>
  putPosition(updatedAtMs, ticket, reply)
