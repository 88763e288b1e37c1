import { changeOfKind } from '@postrider/core/feed/domain/change'
import type { InboundStorage } from '@postrider/core/messaging/ports/inbound-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { purgeOf } from './purge-of.js'
import { inMap, leavingMemoryRepository } from './repository.js'
import type { MemoryTables } from './tables.js'
import type { WorkingCopy } from './working-copy.js'

const messages = inMap(
  (tables) => tables.inboundMessages,
  (one) => one.inboundId,
)

/** What people wrote, in memory. */
export const memoryInbound = (tables: MemoryTables, calls: Calls): InboundStorage => {
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
    list: ({ organizationId, state, before, limit }) =>
      calls.reading('inbound', () =>
        asOf(
          [...tables.inboundMessages.values()]
            .filter((one) => organizationId === undefined || one.organizationId === organizationId)
            .filter((one) => state === undefined || one.state === state)
            .filter((one) => before === undefined || one.inboundId < before)
            .sort((one, other) => (one.inboundId < other.inboundId ? 1 : -1))
            .slice(0, limit),
        ),
      ),
    purge: (beforeMs, most) =>
      calls.reading(
        'purgeInbound',
        () =>
          purgeOf(tables.inboundMessages, ({ receivedAtMs }) => receivedAtMs, beforeMs, most) +
          purgeOf(tables.templateReports, ({ receivedAtMs }) => receivedAtMs, beforeMs, most),
      ),
  }
}

/** The same inside a unit that says whose it is. */
export const inboundInMemory = (copy: WorkingCopy): UnitOfWork['inbound'] =>
  leavingMemoryRepository(
    copy,
    messages,
    (inboundId: string) => inboundId,
    ({ organizationId }) => changeOfKind('inbound', organizationId),
  )
