import type { InboundStorage } from '@postrider/core/messaging/ports/inbound-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

/** What people wrote, in memory. */
export const memoryInbound = (tables: MemoryTables, calls: Calls): Partial<InboundStorage> => {
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    configurationsBy: (accountId) =>
      calls.reading('configurationsBy', () =>
        asOf(
          tables.catalog.configurations.filter(({ providerAccountIds }) =>
            providerAccountIds.includes(accountId),
          ),
        ),
      ),
    dueReplies: () => calls.reading('dueReplies', () => []),
  }
}
