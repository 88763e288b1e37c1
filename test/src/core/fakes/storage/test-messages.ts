import type { StoredTestMessage } from '@postrider/core/providers/domain/test-message'
import type { TenantScope } from '@postrider/core/tenancy/domain/tenant-scope'
import type { TestMessageStorage } from '@postrider/core/messaging/ports/test-message-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

const isIn =
  ({ organizationId, appId }: TenantScope) =>
  (one: StoredTestMessage): boolean =>
    one.organizationId === organizationId && one.appId === appId

/** Newest first. */
const sorted = (tables: MemoryTables): readonly StoredTestMessage[] =>
  [...tables.testMessages.values()].sort((one, other) => (one.messageId < other.messageId ? 1 : -1))

/** Keeps deliveries of the sandbox in the test environment, in memory. */
export const memoryTestMessages = (tables: MemoryTables, calls: Calls): Partial<TestMessageStorage> => ({
  list: ({ scope, to, before, limit }) =>
    calls.reading('listTestMessages', () => ({
      epoch: tables.epoch,
      value: sorted(tables)
        .filter(isIn(scope))
        .filter((one) => to === undefined || one.to === to)
        .filter(({ messageId }) => before === undefined || messageId < before)
        .slice(0, limit),
    })),
})
