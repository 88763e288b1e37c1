import type {
  UsageEntry as UsageEntryBody,
  UsagePage as UsagePageBody,
} from '@postrider/contracts/accounts/usage'
import type { LedgerEventType } from '@postrider/core/domain/ledger/ledger-event'
import { isoTime } from '@postrider/core/domain/time/epoch-ms'
import type { UsageEntry } from '@postrider/core/ports/storage/projection-storage'
import type { UsagePage } from '@postrider/core/use-cases/accounts/list-usage'

const RESERVATION_STATUS = { settlement: 'settled', release: 'released' } as const

const isUsage = (type: LedgerEventType): type is UsageEntryBody['type'] =>
  type !== 'credit' && type !== 'debit'

/** One movement of a message's money (decisions 4). */
const usageEntryBody = ({ event, closedBy }: UsageEntry): UsageEntryBody => {
  const { type, messageId, relatedEntryId } = event
  if (!isUsage(type) || messageId === undefined) throw new Error(`${event.entryId} is no usage of a message`)
  const held = closedBy === undefined ? 'held' : RESERVATION_STATUS[closedBy]
  return {
    entryId: event.entryId,
    type,
    messageId,
    amountMinor: event.amountMinor,
    currency: event.currency,
    status: type === 'reservation' ? held : 'posted',
    occurredAt: isoTime(event.occurredAtMs),
    ...(relatedEntryId === undefined ? {} : { relatedEntryId }),
  }
}

/** A page of usage (specification 2.8). */
export const usagePageBody = ({ entries, nextCursor }: UsagePage, requestId: string): UsagePageBody => ({
  entries: entries.map(usageEntryBody),
  nextCursor: nextCursor ?? null,
  requestId,
})
