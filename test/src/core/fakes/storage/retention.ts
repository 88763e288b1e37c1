import { isOpenState } from '@postrider/core/kernel/messages/message-state'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import {
  type PurgedKinds,
  RETAINED_KINDS,
  type RetainedKind,
} from '@postrider/core/platform/domain/retention/retention'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { RetentionStorage } from '@postrider/core/platform/ports/retention-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

const removeBelongings = (tables: MemoryTables, messageId: MessageId): void => {
  for (const [key, attempt] of tables.attempts)
    if (attempt.messageId === messageId) tables.attempts.delete(key)
  for (const [key, part] of tables.attemptSegments)
    if (part.messageId === messageId) tables.attemptSegments.delete(key)
}

const messagesBefore = (tables: MemoryTables, beforeMs: number): readonly MessageId[] => {
  const kept = new Set([...tables.accepted.values()].map(({ messageId }) => messageId))
  return [...tables.messages.values()]
    .filter(
      ({ acceptedAtMs, billing, state }) =>
        acceptedAtMs < beforeMs && billing !== 'provisional' && !isOpenState(state),
    )
    .map(({ messageId }) => messageId)
    .filter((messageId) => !tables.outbox.has(messageId) && !kept.has(messageId))
}

const attemptsBefore = (tables: MemoryTables, beforeMs: number): readonly MessageId[] =>
  [...new Set([...tables.attempts.values()].map(({ messageId }) => messageId))].filter(
    (messageId) =>
      !tables.outbox.has(messageId) && (tables.messages.get(messageId)?.acceptedAtMs ?? 0) < beforeMs,
  )

/** Retention in memory. */
export const memoryRetention = (tables: MemoryTables, calls: Calls): RetentionStorage => {
  const marks = tables.purgedBefore
  const purge = (kind: RetainedKind, beforeMs: number, most: number): number => {
    if (kind === 'search') {
      marks.search = Math.max(marks.search, beforeMs)
      return 0
    }
    const found = (kind === 'messages' ? messagesBefore : attemptsBefore)(tables, beforeMs).slice(0, most)
    for (const messageId of found) {
      removeBelongings(tables, messageId)
      if (kind === 'attempts') continue
      tables.messages.delete(messageId)
      for (const [id, receipt] of tables.receipts)
        if (receipt.messageId === messageId) tables.receipts.delete(id)
      for (const [id, challenge] of tables.challenges)
        if (challenge.messageId === messageId) tables.challenges.delete(id)
    }
    if (found.length > 0) marks[kind] = Math.max(marks[kind], beforeMs)
    return found.length
  }
  return {
    purge: (kind, beforeMs, most) => calls.reading('purgeRetained', () => purge(kind, beforeMs, most)),
    purgedBefore: () => calls.reading('purgedBefore', (): PurgedKinds => ({ ...marks })),
    figures: (nowMs) =>
      calls.reading('retained', () => {
        const times = [...tables.messages.values()]
          .map(({ acceptedAtMs }) => acceptedAtMs)
          .sort((a, b) => a - b)
        const perDay = times.filter((atMs) => atMs >= nowMs - DAY_MS).length
        return RETAINED_KINDS.map((kind) => ({ kind, oldestMs: times[0], perDay }))
      }),
  }
}
