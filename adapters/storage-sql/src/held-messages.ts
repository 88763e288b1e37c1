import type { HeldMessage } from '@postrider/core/domain/dispatch/held-message'
import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Rows } from './engine/engine.js'
import { columnsOf } from './engine/insertion.js'
import { statement } from './engine/template.js'
import { isNull } from './cells/cell.js'
import { idOf } from './cells/id-cell.js'
import { attemptOf, attempts } from './tables/attempts.js'
import { messageOf, messages } from './tables/messages.js'

/** Locks messages in the order of their ids and reads each one's latest attempt with it. */
export const lockMessages = statement(`
  SELECT ${columnsOf(messages, 'm')}, ${columnsOf(attempts, 'a')}
  FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  WHERE m.id IN (?x*) ORDER BY m.id {for update}`)

/** As `lockMessages`, with the moment since which each is a dead letter: looked up where nothing is, as a rule. */
export const lockToClaim = statement(`
  SELECT ${columnsOf(messages, 'm')}, ${columnsOf(attempts, 'a')}, f.dead_at
  FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  LEFT JOIN processing_failures f ON f.message_id = m.id
  WHERE m.id IN (?x*) ORDER BY m.id {for update}`)

const width = messages.columns.length
const deadAt = width + attempts.columns.length

/** Those of the messages locked to be claimed that are dead letters. */
export const deadOf = (rows: Rows | undefined): ReadonlySet<MessageId> =>
  new Set((rows ?? []).flatMap((row) => (isNull(row[deadAt]) ? [] : [idOf('msg', row[0])])))

export const heldOf = (rows: Rows | undefined): ReadonlyMap<MessageId, HeldMessage> =>
  new Map(
    (rows ?? []).map((row) => {
      const message = messageOf(row)
      const lastAttempt = isNull(row[width]) ? undefined : attemptOf(row.slice(width))
      return [message.messageId, { message, lastAttempt }]
    }),
  )
