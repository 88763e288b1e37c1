import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type {
  OwnedSearchPage,
  SearchGeneration,
  SearchKey,
  SearchStorage,
} from '@postrider/core/messaging/ports/search-storage'
import type { Calls } from './calls.js'
import { attemptSegmentsOf, attemptsOf, type MemoryTables } from './tables.js'

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

const withoutContent = (message: Message): Message => ({
  ...message,
  variables: {},
  sealedVariables: undefined,
})

/** Newest first. */
const pageOf = (
  found: readonly Message[],
  { organizationId, before, limit }: OwnedSearchPage,
): readonly Message[] =>
  found
    .filter((one) => organizationId === undefined || one.organizationId === organizationId)
    .sort((one, other) => (one.messageId < other.messageId ? 1 : -1))
    .filter(({ messageId }) => before === undefined || messageId < before)
    .slice(0, limit)
    .map(withoutContent)

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
export const memorySearch = (tables: MemoryTables, calls: Calls, nowMs: () => number): SearchStorage => {
  const index: MemorySearchIndex = { generations: [], untilMs: undefined }
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  const all = (): readonly Message[] => [...tables.messages.values()]
  const found = (messageId: MessageId | undefined): Message | undefined => {
    const message = messageId === undefined ? undefined : tables.messages.get(messageId)
    return message && withoutContent(message)
  }
  return {
    index: (key, limit) =>
      calls.reading('indexRecipients', () => indexNext(tables, index, key, limit, nowMs())),
    status: () =>
      calls.reading('searchStatus', () => {
        const generations = index.generations.map(({ generation, keyId }) => ({ generation, keyId }))
        return asOf({ generations, untilMs: index.untilMs, sinceMs: undefined })
      }),
    byRecipient: (recipients, page) =>
      calls.reading('messagesByRecipient', () => {
        const isTo = ({ messageId, acceptedAtMs }: Message): boolean =>
          acceptedAtMs >= tables.purgedBefore.search &&
          index.generations.some(({ generation, digests }) =>
            recipients.some((one) => one.generation === generation && one.digest === digests.get(messageId)),
          )
        return asOf(pageOf(all().filter(isTo), page))
      }),
    byClientReference: (reference, page) =>
      calls.reading('messagesByClientReference', () =>
        asOf(
          pageOf(
            all().filter(({ clientReference }) => clientReference === reference),
            page,
          ),
        ),
      ),
    byProviderReference: (reference, page) =>
      calls.reading('messagesByProviderReference', () => {
        const isOne = ({ messageId }: Message): boolean =>
          [...attemptsOf(tables, messageId), ...attemptSegmentsOf(tables, messageId)].some(
            ({ providerReference }) => providerReference === reference,
          )
        return asOf(pageOf(all().filter(isOne), page))
      }),
    byId: (messageId) => calls.reading('messageById', () => asOf(found(messageId))),
    byReceipt: (receiptId) =>
      calls.reading('messageByReceipt', () => asOf(found(tables.receipts.get(receiptId)?.messageId))),
  }
}
