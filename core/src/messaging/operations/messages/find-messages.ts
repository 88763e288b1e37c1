import type { MessageId } from '../../../kernel/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import {
  readSearchText,
  type SearchQuestion,
  type SearchSource,
  takenFor,
} from '../../domain/messages/search-text.js'
import { platformMessageView } from './message-view.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { SearchPage, SearchStatus, SearchStorage } from '../../ports/search-storage.js'
import { searchKeyOf } from '../../use-cases/search/index-recipients.js'
import { messagesTo } from '../../use-cases/search/messages-to.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_READING, MESSAGES_CONSOLE } from './entry-parts.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { messageSearchText, foundFields } from './shapes.js'

/** Finds messages of all Organizations by an identifier, recipient or reference. */
export const findMessagesEntry = entryOf('Messages', 'findMessages', {
  ...MESSAGES_READING,
  ...MESSAGES_CONSOLE,
  summary: 'Search messages of the platform',
  description:
    "Searches by message ID, report ID, phone number, email address, client reference or the provider's message ID. Results are newest first, with masked recipients. `takenFor` shows how the text was interpreted. Recipients are indexed some seconds after acceptance.",
  request: pageRequest({ text: messageSearchText }, {}),
  result: pageResult(foundFields),
})

interface Needs {
  readonly storage: { readonly search: SearchStorage }
  readonly keyedDigests: KeyedDigests
}

/** Messages found through one source. */
interface Finding {
  readonly source: SearchSource
  readonly read: E.Either<StorageUnavailable, AsOf<readonly Message[]>>
}

/** One message as a page, if it comes after the last one shown. */
const oneOf = (
  read: E.Either<StorageUnavailable, AsOf<Message | undefined>>,
  { before }: SearchPage,
): Finding['read'] =>
  E.map(({ epoch, value }: AsOf<Message | undefined>) => ({
    epoch,
    value: value === undefined || (before !== undefined && value.messageId >= before) ? [] : [value],
  }))(read)

/** Searches every source that the text can match. */
const look = (
  needs: Needs,
  { messageId, receiptId, recipient, reference }: SearchQuestion,
  status: SearchStatus,
  page: SearchPage,
): Promise<readonly Finding[]> => {
  const { search } = needs.storage
  const finding = async (source: SearchSource, read: Promise<Finding['read']>) => ({
    source,
    read: await read,
  })
  const looks: Array<Promise<Finding>> = []
  if (messageId !== undefined)
    looks.push(
      finding(
        'messageId',
        search
          .byId(messageId)()
          .then((read) => oneOf(read, page)),
      ),
    )
  if (receiptId !== undefined)
    looks.push(
      finding(
        'receiptId',
        search
          .byReceipt(receiptId)()
          .then((read) => oneOf(read, page)),
      ),
    )
  if (recipient !== undefined) looks.push(finding('recipient', messagesTo(needs, recipient, status, page)))
  if (reference !== undefined)
    looks.push(
      finding('clientReference', search.byClientReference(reference, page)()),
      finding('providerMessageId', search.byProviderReference(providerReference(reference), page)()),
    )
  return Promise.all(looks)
}

/** A message and the sources that found it. */
interface FoundMessage {
  readonly message: Message
  readonly foundBy: SearchSource[]
}

/** Merges the findings of all sources, newest first, each message once, as of the earliest epoch. */
const together = (findings: readonly Finding[], limit: number) => {
  const found = new Map<MessageId, FoundMessage>()
  let epoch = Infinity
  for (const { source, read } of findings) {
    if (E.isLeft(read)) return read
    epoch = Math.min(epoch, read.right.epoch)
    for (const message of read.right.value) {
      const known = found.get(message.messageId)
      if (known === undefined) found.set(message.messageId, { message, foundBy: [source] })
      else known.foundBy.push(source)
    }
  }
  const entries = [...found.values()].sort((one, other) =>
    one.message.messageId < other.message.messageId ? 1 : -1,
  )
  return E.right({ epoch, entries: entries.slice(0, limit) })
}

const timeOrNull = (atMs: EpochMs | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

export const findMessages = listing(findMessagesEntry, {
  positions: byId('msg'),
  accesses: ({ text }, needs) => {
    const { recipient } = readSearchText(text, (e164) => needs.phoneNumbers.countryOf(e164))
    return recipient === undefined
      ? undefined
      : searchKeyOf(needs, needs.keyedDigests.own).digestOf(recipient)
  },
  query: ({ request: { text } }) => E.right({ text }),
  read: async ({ text }, { position: before, readAhead: limit }, needs, { nowMs }) => {
    const question = readSearchText(text, (e164) => needs.phoneNumbers.countryOf(e164))
    const status = await needs.storage.search.status()()
    if (E.isLeft(status)) return status
    const { untilMs, sinceMs } = status.right.value
    const found = together(await look(needs, question, status.right.value, { before, limit }), limit)
    if (E.isLeft(found)) return found
    const { epoch, entries } = found.right
    const howFar = {
      takenFor: [...takenFor(question)],
      searchedUntil: timeOrNull(untilMs),
      searchedSince: timeOrNull(sinceMs === undefined ? undefined : Math.min(sinceMs, nowMs)),
    }
    return E.right({ epoch: Math.min(epoch, status.right.epoch), value: { entries, howFar } })
  },
  positionOf: ({ message }) => message.messageId,
  show: (entries, { howFar }) => ({
    ...howFar,
    found: entries.map(({ message, foundBy }) => ({ message: platformMessageView(message), foundBy })),
  }),
})
