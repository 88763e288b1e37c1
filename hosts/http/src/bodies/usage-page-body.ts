import type { UsageEntryBody, UsagePageBody } from '@postrider/contracts/accounts/usage'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { UsageEntry } from '@postrider/core/messaging/ports/projection-storage'
import type { UsagePage } from '@postrider/core/messaging/use-cases/usage/list-usage'
import { present } from '@postrider/core/kernel/present'

const RESERVATION_STATUS = { settlement: 'settled', release: 'released' } as const

/** One movement of a message's money (docs/api/money#usage). */
const usageEntryBody = (entry: UsageEntry, currency: string): UsageEntryBody => {
  const { entryId, type, messageId, amountMinor, occurredAtMs, relatedEntryId, closedBy } = entry
  const held = closedBy === undefined ? 'held' : RESERVATION_STATUS[closedBy]
  return {
    entryId,
    type,
    messageId,
    amountMinor,
    currency,
    status: type === 'reservation' ? held : 'posted',
    occurredAt: isoTime(occurredAtMs),
    ...present({ relatedEntryId }),
  }
}

/** A page of usage (docs/api/money#usage). */
export const usagePageBody = (
  { currency, entries, nextCursor }: UsagePage,
  requestId: string,
): UsagePageBody => ({
  entries: entries.map((entry) => usageEntryBody(entry, currency)),
  nextCursor: nextCursor ?? null,
  requestId,
})
