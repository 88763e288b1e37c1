import type { CountedFailure } from '@postrider/core/providers/domain/calls/dead-letter'
import { deadLetterChange } from '@postrider/core/messaging/domain/message-changes'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { HeldMessages } from '@postrider/core/messaging/ports/dispatch-storage'
import type { DeadLetterStorage, LockedFailure } from '@postrider/core/messaging/ports/dead-letter-storage'
import { NONE_HELD, withoutHeld } from '../dispatch/held-messages.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { insertOrReplace } from '../../engine/insertion.js'
import { refusalIsBug } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { leaveChange } from '../../feed/leave-change.js'
import { processingFailures } from './table.js'
import { joined, outer } from '../../rows/selection.js'
import { lockFreeMessageRows, lockMessageRows, messages } from '../messages/table.js'

const failing = joined({
  m: messages.pick(
    'messageId',
    'organizationId',
    'state',
    'billing',
    'attempt',
    'leaseUntilMs',
    'updatedAtMs',
    'expiresAtMs',
    'trace',
  ),
  f: outer(processingFailures),
})

/** Only the parts of a message that can't be the cause of its failure. */
const find = statement(`
  SELECT ${failing.columns} FROM messages m {by messages.PRIMARY}
  LEFT JOIN processing_failures f ON f.message_id = m.id WHERE m.id IN (?x*) ORDER BY m.id`)
const put = insertOrReplace(processingFailures.table, ['message_id'])
const makeDue = statement('UPDATE outbox SET due_at = ? WHERE message_id = ?x')

/** Makes a message due at this time, if it is still listed. */
export const makeDueAt = (messageId: MessageId, atMs: number): Statement => makeDue(atMs, idCell(messageId))

/**
 * Locks messages in any state, and reads each one's failure count afterwards: the holder of a message's lock
 * may count. A single statement would, on an engine that doesn't lock joined rows, read the count as it was
 * before it waited.
 */
export const lockFailing = (messageIds: readonly MessageId[], waits = true): readonly Statement[] => {
  const ids = messageIds.map(idCell)
  return [(waits ? lockMessageRows : lockFreeMessageRows)(ids), find(ids)]
}

/** The messages that were locked, from the two results. */
export const failingLockedIn = ([, rows = []]: readonly Rows[]): ReadonlyMap<MessageId, LockedFailure> =>
  new Map(rows.map(failing.of).map(({ m, f }) => [m.messageId, { message: m, failures: f }]))

/** The messages that were read but not locked, because other transactions hold them. */
const heldIn = ([rows = []]: readonly Rows[], found: ReadonlyMap<MessageId, LockedFailure>): HeldMessages => {
  const locked = new Set(rows.map(([id]) => idOf('msg', id)))
  if (locked.size === found.size) return NONE_HELD
  return new Map(
    [...found].flatMap(([messageId, { message }]) =>
      locked.has(messageId) ? [] : [[messageId, message.organizationId] as const],
    ),
  )
}

const changesOf = (counted: readonly CountedFailure[]): readonly Statement[] =>
  counted.length === 0
    ? []
    : [
        ...counted.map(({ failures, dueAtMs }) => makeDueAt(failures.messageId, dueAtMs)),
        put(processingFailures.rows(counted.map(({ failures }) => failures))),
      ]

/** Storage of the failures that kept messages from being processed, with counts. */
export const deadLetterStorage = (engine: Engine): DeadLetterStorage => ({
  count:
    (messageIds, decide, waits = true) =>
    async () => {
      if (messageIds.length === 0) return E.right([])
      const outcome = await engine.transact(lockFailing(messageIds, waits), (answers) => {
        const found = failingLockedIn(answers)
        const held = waits ? NONE_HELD : heldIn(answers, found)
        const counted = decide(withoutHeld(found, held), held)
        const left = leaveChange(engine.dialect, deadLetterChange(counted.map(({ failures }) => failures)))
        return { statements: [...changesOf(counted), ...left], result: counted }
      })
      return refusalIsBug(outcome)
    },
})
