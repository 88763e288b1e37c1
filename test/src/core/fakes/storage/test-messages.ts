import type { StoredTestMessage } from '@postrider/core/providers/domain/test-message'
import type { TenantScope } from '@postrider/core/tenancy/domain/tenant-scope'
import type { SealedDelivery, TestMessageStorage } from '@postrider/core/messaging/ports/test-message-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { purgeOf } from './purge-of.js'
import { inMap, memoryRepository } from './repository.js'
import type { MemoryTables } from './tables.js'
import type { WorkingCopy } from './working-copy.js'

const isIn =
  ({ organizationId, appId }: TenantScope) =>
  (one: StoredTestMessage): boolean =>
    one.organizationId === organizationId && one.appId === appId

/** Newest first. */
const sorted = (tables: MemoryTables): readonly StoredTestMessage[] =>
  [...tables.testMessages.values()].sort((one, other) => (one.messageId < other.messageId ? 1 : -1))

const keep = (tables: MemoryTables, delivered: readonly SealedDelivery[], most: number): number => {
  const before = tables.testMessages.size
  const apps = new Set<string>()
  for (const one of delivered) {
    const message = tables.messages.get(one.messageId)
    if (message?.environment !== 'test' || tables.testMessages.has(one.messageId)) continue
    const { organizationId, appId, to } = message
    tables.testMessages.set(one.messageId, { ...one, organizationId, appId, to })
    apps.add(appId)
  }
  const added = tables.testMessages.size - before
  for (const app of apps)
    for (const { messageId } of sorted(tables)
      .filter(({ appId }) => appId === app)
      .slice(most))
      tables.testMessages.delete(messageId)
  return added
}

/** Keeps deliveries of the sandbox in the test environment, in memory. */
export const memoryTestMessages = (tables: MemoryTables, calls: Calls): TestMessageStorage => ({
  keep: (delivered, most) => calls.reading('keepTestMessages', () => keep(tables, delivered, most)),
  list: ({ scope, to, before, limit }) =>
    calls.reading('listTestMessages', () => ({
      epoch: tables.epoch,
      value: sorted(tables)
        .filter(isIn(scope))
        .filter((one) => to === undefined || one.to === to)
        .filter(({ messageId }) => before === undefined || messageId < before)
        .slice(0, limit),
    })),
  get: (scope, messageId) =>
    calls.reading('testMessage', () => {
      const found = tables.testMessages.get(messageId)
      return { epoch: tables.epoch, value: found !== undefined && isIn(scope)(found) ? found : undefined }
    }),
  purge: (beforeMs, most) =>
    calls.reading('purgeTestMessages', () =>
      purgeOf(tables.testMessages, ({ deliveredAtMs }) => deliveredAtMs, beforeMs, most),
    ),
})

const kept = inMap(
  (tables) => tables.testMessages,
  ({ messageId }) => messageId,
)

/** The same inside a unit that replies to one. */
export const testMessagesInMemory = (copy: WorkingCopy): UnitOfWork['testMessages'] =>
  memoryRepository(copy, kept, (messageId: string) => messageId)
