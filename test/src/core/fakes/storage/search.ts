import type { MessageId } from '@postrider/core/kernel/ids/id'
import type {
  SearchGeneration,
  SearchKey,
  SearchStorage,
} from '@postrider/core/messaging/ports/search-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

/** The index of recipients, in memory: there is no feed to follow, since what is new is to be seen. */
interface MemorySearchIndex {
  /** The newest first, and the one before it until it is whole. */
  generations: readonly MemoryGeneration[]
  untilMs: number | undefined
}

/** Entries under one key. */
interface MemoryGeneration extends SearchGeneration {
  /** Digests by the messages that have an entry. */
  readonly digests: Map<MessageId, string>
}

const indexNext = (
  { messages, installation }: MemoryTables,
  index: MemorySearchIndex,
  { keyId, digestOf }: SearchKey,
  limit: number,
  nowMs: number,
) => {
  if ((installation.sealingKey ?? keyId) !== keyId) return { messages: 0, isMore: false }
  const [newest] = index.generations
  const digests = newest?.keyId === keyId ? newest.digests : new Map<MessageId, string>()
  if (newest?.keyId !== keyId)
    index.generations = [{ generation: (newest?.generation ?? 0) + 1, keyId, digests }, ...index.generations]
  const left = [...messages.values()].filter(({ messageId }) => !digests.has(messageId))
  const next = left.slice(0, limit)
  for (const { messageId, to } of next) digests.set(messageId, digestOf(to))
  const isMore = left.length > next.length
  if (!isMore) {
    index.untilMs = nowMs
    index.generations = index.generations.slice(0, 1)
  }
  return { messages: next.length, isMore }
}

/** Messages by what people know of them, in memory. */
export const memorySearch = (
  tables: MemoryTables,
  calls: Calls,
  nowMs: () => number,
): Partial<SearchStorage> => {
  const index: MemorySearchIndex = { generations: [], untilMs: undefined }
  return {
    index: (key, limit) =>
      calls.reading('indexRecipients', () => indexNext(tables, index, key, limit, nowMs())),
  }
}
