import { BULK_SUBJECTS, type BulkOperation, MOST_BULK_ITEMS } from '../domain/bulk.js'
import type { Channel } from '../../channels/channels.js'
import { ORPHAN_AFTER_MS, PAST_CHECK_MS } from '../../providers/domain/calls/past-check.js'
import type { AppId, MessageId, OrganizationId, ProviderAccountId, ReceiptId } from '../../kernel/ids/id.js'
import type { Message } from '../../messaging/domain/messages/message.js'
import type { Receipt } from '../../providers/domain/receipts/receipt.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { ReconciliationStorage } from '../../messaging/ports/reconciliation-storage.js'

/** The records to select: those that match, restricted to the named ones if any are named. */
export interface BulkSearch {
  readonly operation: BulkOperation
  readonly organizationId: OrganizationId | undefined
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  readonly fromMs: EpochMs | undefined
  readonly toMs: EpochMs | undefined
  readonly receipts: 'orphans' | 'contradictory' | undefined
  readonly providerAccountId: ProviderAccountId | undefined
  /** The named records, each with the message to which its receipt is assigned. */
  readonly named: ReadonlyMap<string, string | undefined> | undefined
}

/** A selected record. */
export interface SelectedRecord {
  readonly targetId: string
  readonly version: number | undefined
  readonly message: Message | undefined
  readonly receipt: Receipt | undefined
}

/** The selected records, and whether more may match. */
export interface SelectedPage {
  readonly records: readonly SelectedRecord[]
  readonly isAtLeast: boolean
}

const PAGE = 500
/** The maximum number of pages that are read. */
const MOST_PAGES = 20

type Read<A> = Promise<E.Either<StorageUnavailable, A>>

interface Part<P> {
  readonly records: readonly SelectedRecord[]
  /** The start of the next page; undefined if there is none. */
  readonly next: P | undefined
}

type ReadPart<P> = (after: P | undefined) => Read<Part<P>>

const isOfMessage = (search: BulkSearch, message: Message | undefined): boolean => {
  const { organizationId, appId, channel, fromMs, toMs } = search
  const isNarrowed = [organizationId, appId, channel, fromMs, toMs].some((one) => one !== undefined)
  if (message === undefined) return !isNarrowed
  return (
    (organizationId ?? message.organizationId) === message.organizationId &&
    (appId ?? message.appId) === message.appId &&
    (channel ?? message.channel) === message.channel &&
    (fromMs ?? 0) <= message.acceptedAtMs &&
    message.acceptedAtMs < (toMs ?? Infinity)
  )
}

const isSought = (search: BulkSearch, { targetId, message, receipt }: SelectedRecord): boolean => {
  const { named, providerAccountId } = search
  if (named !== undefined && !named.has(targetId)) return false
  const account = receipt?.providerAccountId
  return isOfMessage(search, message) && (providerAccountId === undefined || providerAccountId === account)
}

/** Reads pages until enough records are found, all are read, or the page limit is reached. */
const gather = async <P>(search: BulkSearch, read: ReadPart<P>): Read<SelectedPage> => {
  const records: SelectedRecord[] = []
  let after: P | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const part = await read(after)
    if (E.isLeft(part)) return part
    for (const one of part.right.records) if (isSought(search, one)) records.push(one)
    if (records.length > MOST_BULK_ITEMS)
      return E.right({ records: records.slice(0, MOST_BULK_ITEMS), isAtLeast: true })
    after = part.right.next
    const isAllNamed = search.named !== undefined && records.length >= search.named.size
    if (after === undefined || isAllNamed) return E.right({ records, isAtLeast: false })
  }
  return E.right({ records, isAtLeast: true })
}

interface NeededStorage {
  readonly reconciliation: ReconciliationStorage
}

const deadLetters =
  ({ reconciliation }: NeededStorage): ReadPart<MessageId> =>
  async (after) => {
    const read = await reconciliation.deadLetters(after, PAGE)()
    if (E.isLeft(read)) return read
    const { value } = read.right
    const records = value.map(({ message, failures }) => ({
      targetId: message.messageId,
      version: failures.version,
      message,
      receipt: undefined,
    }))
    return E.right({ records, next: value.length < PAGE ? undefined : value.at(-1)?.message.messageId })
  }

const unknownOutcomes =
  ({ reconciliation }: NeededStorage, search: BulkSearch, nowMs: EpochMs): ReadPart<MessageId> =>
  async (before) => {
    const { organizationId, appId, channel, fromMs, toMs, named } = search
    const unchangedSinceMs = named === undefined ? nowMs - PAST_CHECK_MS : undefined
    const of = { organizationId, appId, channel, fromMs, toMs, unchangedSinceMs }
    const read = await reconciliation.messages({ ...of, state: 'UNCONFIRMED', before, limit: PAGE })()
    if (E.isLeft(read)) return read
    const { messages, before: next } = read.right.value
    const records = messages.map((message) => ({
      targetId: message.messageId,
      version: message.attempt,
      message,
      receipt: undefined,
    }))
    return E.right({ records, next })
  }

const oddReceipts =
  (
    { reconciliation }: NeededStorage,
    list: 'orphans' | 'contradictory',
    nowMs: EpochMs,
  ): ReadPart<ReceiptId> =>
  async (after) => {
    const [state, beforeMs] =
      list === 'orphans'
        ? (['pending', nowMs - ORPHAN_AFTER_MS] as const)
        : (['contradicted', nowMs + 1] as const)
    const read = await reconciliation.oddReceipts({ state, beforeMs, after, limit: PAGE })()
    if (E.isLeft(read)) return read
    const { value } = read.right
    const records = value.map(({ receipt, message }) => ({
      targetId: receipt.receiptId,
      version: undefined,
      message,
      receipt,
    }))
    return E.right({ records, next: value.length < PAGE ? undefined : value.at(-1)?.receipt.receiptId })
  }

/** Selects the records that an operation can decide about now; the number of records read is bounded. */
export const selectRecords = (
  storage: NeededStorage,
  search: BulkSearch,
  nowMs: EpochMs,
): Read<SelectedPage> => {
  switch (BULK_SUBJECTS[search.operation]) {
    case 'dead letters':
      return gather(search, deadLetters(storage))
    case 'unknown outcomes':
      return gather(search, unknownOutcomes(storage, search, nowMs))
    case 'orphans':
      return gather(search, oddReceipts(storage, 'orphans', nowMs))
    case 'odd receipts':
      return gather(search, oddReceipts(storage, search.receipts ?? 'orphans', nowMs))
  }
}
