import type { HeldMessage } from '@postrider/core/domain/dispatch/held-message'
import type { ClaimStatus } from '@postrider/core/domain/dispatch/claim'
import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Rows } from '../engine/engine.js'
import { columnsOf } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { integer, isNull, text } from '../cells/cell.js'
import { idOf } from '../cells/id-cell.js'
import { attemptOf, attempts } from '../messages/attempts-table.js'
import { messageOf, messages } from '../messages/table.js'

/** Locks messages in the order of their ids and reads each one's latest attempt with it. */
export const lockMessages = statement(`
  SELECT ${columnsOf(messages, 'm')}, ${columnsOf(attempts, 'a')}, m.claim
  FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  WHERE m.id IN (?x*) ORDER BY m.id {for update}`)

/** As `lockMessages`, with the moment since which each is a dead letter: looked up where nothing is, as a rule. */
export const lockToClaim = statement(`
  SELECT ${columnsOf(messages, 'm')}, ${columnsOf(attempts, 'a')}, m.claim, f.dead_at
  FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  LEFT JOIN processing_failures f ON f.message_id = m.id
  WHERE m.id IN (?x*) ORDER BY m.id {for update}`)

/** As little of them as says whose they are. */
export const lockToBegin = statement(`
  SELECT id, state, attempt, claim FROM messages {by messages.PRIMARY} WHERE id IN (?x*) ORDER BY id {for update}`)

const width = messages.columns.length
const claimAt = width + attempts.columns.length
const deadAt = claimAt + 1

/** Those of the messages locked to be claimed that are dead letters. */
export const deadOf = (rows: Rows | undefined): ReadonlySet<MessageId> =>
  new Set((rows ?? []).flatMap((row) => (isNull(row[deadAt]) ? [] : [idOf('msg', row[0])])))

export const heldOf = (rows: Rows | undefined): ReadonlyMap<MessageId, HeldMessage> =>
  new Map(
    (rows ?? []).map((row) => {
      const message = messageOf(row)
      const lastAttempt = isNull(row[width]) ? undefined : attemptOf(row.slice(width))
      return [message.messageId, { message, lastAttempt, claim: integer(row[claimAt]) }]
    }),
  )

/** Who has claimed each of the messages. */
export const standingOf = (rows: Rows | undefined): ReadonlyMap<MessageId, ClaimStatus> =>
  new Map(
    (rows ?? []).map(([id, state, attempt, claim]) => [
      idOf('msg', id),
      { state: text(state) as ClaimStatus['state'], attempt: integer(attempt), claim: integer(claim) },
    ]),
  )
