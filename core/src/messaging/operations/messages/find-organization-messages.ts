import type { MessageId } from '../../../kernel/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import {
  CUSTOMER_SEARCH_SOURCES,
  readSearchText,
  type SearchQuestion,
  type SearchSource,
  takenFor,
} from '../../domain/messages/search-text.js'
import { historyMessageView } from './message-view.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { OwnedSearchPage, SearchStatus } from '../../ports/search-storage.js'
import { messagesTo } from '../../use-cases/search/messages-to.js'
import type { OperationNeeds } from '../../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_WEBSITE, HISTORY_FILTERS } from './entry-parts.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { messageSearchText } from './shapes.js'
import { ownFoundFields } from './customer-shapes.js'

/**
 * Finds an Organization's messages by an identifier, recipient or reference, among those that pass the
 * filters.
 */
export const findOrganizationMessagesEntry = entryOf('Messages', 'findOrganizationMessages', {
  ...MESSAGES_WEBSITE,
  summary: "Search an Organization's messages",
  description:
    'Searches by message ID, phone number, email address or client reference. Results are newest first, with masked recipients. `takenFor` shows how the text was interpreted. Recipients are indexed some seconds after acceptance. A page may have fewer messages than `limit` while there are more.',
  refusals: ['NotFound'],
  request: pageRequest({ organizationId: organizationIdField, text: messageSearchText }, HISTORY_FILTERS),
  result: pageResult(ownFoundFields),
})

type Read = Promise<E.Either<StorageUnavailable, AsOf<readonly Message[]>>>

/** The number of messages that a page reads from one source, however many pass its filters. */
const MOST_LOOKED_AT = 500

const byMessageId = async (
  { storage }: OperationNeeds,
  messageId: MessageId,
  page: OwnedSearchPage,
): Read => {
  const read = await storage.search.byId(messageId)()
  return E.map(({ epoch, value }: AsOf<Message | undefined>) => ({
    epoch,
    value: [value].filter(
      (message) =>
        message?.organizationId === page.organizationId &&
        (page.before === undefined || messageId < page.before),
    ) as readonly Message[],
  }))(read)
}

/** Searches the Organization's messages in every source that customers can use. */
const look = (
  needs: OperationNeeds,
  { messageId, recipient, reference }: SearchQuestion,
  status: SearchStatus,
  page: OwnedSearchPage,
): ReadonlyArray<readonly [SearchSource, Read]> => [
  ...(messageId === undefined ? [] : [['messageId', byMessageId(needs, messageId, page)] as const]),
  ...(recipient === undefined ? [] : [['recipient', messagesTo(needs, recipient, status, page)] as const]),
  ...(reference === undefined
    ? []
    : [['clientReference', needs.storage.search.byClientReference(reference, page)()] as const]),
]

/**
 * Merges the findings, newest first, each message once with its sources, and the epoch of the earliest
 * reading.
 */
const together = async (looks: ReadonlyArray<readonly [SearchSource, Read]>) => {
  const found = new Map<MessageId, { readonly message: Message; readonly foundBy: SearchSource[] }>()
  let epoch = Infinity
  let isCut = false
  for (const [source, reading] of looks) {
    const read = await reading
    if (E.isLeft(read)) return read
    epoch = Math.min(epoch, read.right.epoch)
    isCut ||= read.right.value.length === MOST_LOOKED_AT
    for (const message of read.right.value) {
      const known = found.get(message.messageId)
      if (known === undefined) found.set(message.messageId, { message, foundBy: [source] })
      else known.foundBy.push(source)
    }
  }
  const all = [...found.values()].sort((one, other) =>
    one.message.messageId < other.message.messageId ? 1 : -1,
  )
  return E.right({ epoch, all: all.slice(0, MOST_LOOKED_AT), isCut: isCut || all.length > MOST_LOOKED_AT })
}

export const findOrganizationMessages = boundedListing(findOrganizationMessagesEntry, {
  positions: byId('msg'),
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    const { text, channel, state, failureCode, environment, from: fromMs, to: toMs } = call.request
    const appId = knownIdIfNamed('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    return E.right({
      organizationId,
      text,
      appId: appId.right,
      channel,
      state,
      failureCode,
      environment,
      fromMs,
      toMs,
    })
  },
  read: async ({ organizationId, text, ...filters }, { position: before, limit }, needs, { nowMs }) => {
    const question = readSearchText(text, (e164) => needs.phoneNumbers.countryOf(e164))
    const status = await needs.storage.search.status()()
    if (E.isLeft(status)) return status
    const page = { before, limit: MOST_LOOKED_AT, organizationId }
    const found = await together(look(needs, question, status.right.value, page))
    if (E.isLeft(found)) return found
    const { all, isCut } = found.right
    const matches = ({ appId, channel, state, failureCode, environment, acceptedAtMs }: Message): boolean =>
      Object.entries({ appId, channel, state, failureCode, environment }).every(
        ([name, value]) =>
          filters[name as keyof typeof filters] === undefined ||
          filters[name as keyof typeof filters] === value,
      ) &&
      acceptedAtMs >= (filters.fromMs ?? 0) &&
      acceptedAtMs < (filters.toMs ?? Infinity)
    const matching = all.filter(({ message }) => matches(message))
    const entries = matching.slice(0, limit)
    const last = matching.length > limit ? entries.at(-1) : isCut ? all.at(-1) : undefined
    const { untilMs, sinceMs } = status.right.value
    const value = {
      entries,
      before: last?.message.messageId,
      howFar: {
        takenFor: takenFor(question).filter((source) =>
          CUSTOMER_SEARCH_SOURCES.some((one) => one === source),
        ),
        searchedUntil: untilMs === undefined ? null : isoTime(untilMs),
        searchedSince: sinceMs === undefined ? null : isoTime(Math.min(sinceMs, nowMs)),
      },
    }
    return E.right({ epoch: Math.min(found.right.epoch, status.right.epoch), value })
  },
  show: ({ entries, howFar }) => ({
    ...howFar,
    found: entries.map(({ message, foundBy }) => ({ message: historyMessageView(message), foundBy })),
  }),
})
