import { deadLetterChange } from '@postrider/core/messaging/domain/message-changes'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { DeadLetterStorage } from '@postrider/core/messaging/ports/dead-letter-storage'
import type { Calls } from './calls.js'
import { noteChange } from './feed.js'
import type { MemoryTables } from './tables.js'

/** Which of the messages are dead letters. */
export const deadAmong = (
  { processingFailures }: MemoryTables,
  messageIds: readonly MessageId[],
): ReadonlySet<MessageId> =>
  new Set(messageIds.filter((id) => processingFailures.get(id)?.deadAtMs !== undefined))

/** Failures counted in memory. */
export const memoryFailures = (tables: MemoryTables, calls: Calls): Partial<DeadLetterStorage> => ({
  count: (messageIds, decide) =>
    calls.writing('countFailures', () => {
      const held = messageIds.flatMap((messageId) => {
        const message = tables.messages.get(messageId)
        const failures = tables.processingFailures.get(messageId)
        return message === undefined ? [] : [[messageId, { message, failures }] as const]
      })
      const counted = decide(new Map(held), new Map())
      for (const { failures, dueAtMs } of counted) {
        const row = tables.outbox.get(failures.messageId)
        if (row !== undefined) tables.outbox.set(failures.messageId, { ...row, dueAtMs })
        tables.processingFailures.set(failures.messageId, failures)
      }
      noteChange(tables, deadLetterChange(counted.map(({ failures }) => failures)))
      return counted
    }),
})
