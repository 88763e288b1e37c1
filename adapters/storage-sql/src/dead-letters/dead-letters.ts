import type { CountedFailure, FailingMessage } from '@postrider/core/domain/dispatch/dead-letter'
import type { MessageId } from '@postrider/core/domain/ids/id'
import { E } from '@postrider/core/fp'
import type { DeadLetterStorage, HeldFailure } from '@postrider/core/ports/storage/dead-letter-storage'
import { integer, isNull, optional, text, type Cells } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { insertOrReplace } from '../engine/insertion.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { processingFailures } from './table.js'

const FAILING =
  'm.id, m.organization_id, m.state, m.billing, m.attempt, m.lease_until, m.updated_at, m.expires_at, m.request_id, m.traceparent'
const WIDTH = 10

/** No more of a message than what cannot be what is wrong with it. */
const lockFailing = statement(`
  SELECT ${FAILING}, ${processingFailures.select('f')} FROM messages m {by messages.PRIMARY}
  LEFT JOIN processing_failures f ON f.message_id = m.id WHERE m.id IN (?x*) ORDER BY m.id {for update}`)
const put = insertOrReplace(processingFailures.table, ['message_id'])
const makeDue = statement('UPDATE outbox SET due_at = ? WHERE message_id = ?x')

/** Makes a message due at a moment, where it is still listed. */
export const dueAt = (messageId: MessageId, atMs: number): Statement => makeDue(atMs, idCell(messageId))

const failingOf = (row: Cells): FailingMessage => ({
  messageId: idOf('msg', row[0]),
  organizationId: idOf('org', row[1]),
  state: text(row[2]) as FailingMessage['state'],
  billing: text(row[3]) as FailingMessage['billing'],
  attempt: integer(row[4]),
  leaseUntilMs: integer(row[5]),
  updatedAtMs: integer(row[6]),
  expiresAtMs: integer(row[7]),
  trace: { requestId: optional(text, row[8]), traceparent: optional(text, row[9]) },
})

/** Locks messages whatever is wrong with them, and what was counted of each. */
export const holdFailing = (messageIds: readonly MessageId[]): Statement =>
  lockFailing(messageIds.map(idCell))

/** The messages that were locked so. */
export const failingHeldIn = (rows: Rows): ReadonlyMap<MessageId, HeldFailure> =>
  new Map(
    rows.map((row) => {
      const message = failingOf(row)
      const failures = isNull(row[WIDTH]) ? undefined : processingFailures.of(row.slice(WIDTH))
      return [message.messageId, { message, failures }]
    }),
  )

const changesOf = (counted: readonly CountedFailure[]): readonly Statement[] =>
  counted.length === 0
    ? []
    : [
        ...counted.map(({ failures, dueAtMs }) => dueAt(failures.messageId, dueAtMs)),
        put(counted.flatMap(({ failures }) => processingFailures.cells(failures))),
      ]

/** What kept messages from being processed, counted. */
export const deadLetterStorage = (engine: Engine): DeadLetterStorage => ({
  count: (messageIds, decide) => async () => {
    if (messageIds.length === 0) return E.right([])
    const outcome = await engine.transact([holdFailing(messageIds)], ([rows = []]) => {
      const counted = decide(failingHeldIn(rows))
      return { statements: changesOf(counted), result: counted }
    })
    return refusalIsBug(outcome)
  },
})
