import type { ProviderTest } from '@postrider/core/providers/domain/provider-tests/provider-test'
import type { ProviderTestStorage } from '@postrider/core/providers/ports/provider-test-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { purgeOf } from './purge-of.js'
import { inMap, memoryRepository } from './repository.js'
import type { MemoryTables } from './tables.js'
import type { WorkingCopy } from './working-copy.js'

const tests = inMap(
  (tables) => tables.providerTests,
  (one) => one.testId,
)

const since = ({ providerTests }: MemoryTables, fromMs: number): readonly ProviderTest[] =>
  [...providerTests.values()]
    .filter(({ requestedAtMs }) => requestedAtMs >= fromMs)
    .sort((one, other) => one.requestedAtMs - other.requestedAtMs)

/** Tests of provider accounts as they are read, in memory. */
export const memoryProviderTests = (tables: MemoryTables, calls: Calls): ProviderTestStorage => ({
  waiting: (afterMs) =>
    calls.reading('waitingTests', () =>
      since(tables, afterMs + 1)
        .filter(({ state }) => state === 'requested')
        .map(({ testId }) => testId),
    ),
  ofAccounts: (accountIds, fromMs) =>
    calls.reading('testsOfAccounts', () =>
      since(tables, fromMs).filter(({ providerAccountId }) => accountIds.includes(providerAccountId)),
    ),
  get: (testId) =>
    calls.reading('providerTest', () => ({ epoch: tables.epoch, value: tables.providerTests.get(testId) })),
  purge: (beforeMs, most) =>
    calls.reading('purgeProviderTests', () =>
      purgeOf(tables.providerTests, ({ requestedAtMs }) => requestedAtMs, beforeMs, most),
    ),
})

/** The same inside a unit. */
export const providerTestsInMemory = (copy: WorkingCopy): UnitOfWork['providerTests'] => ({
  ...memoryRepository(copy, tests, (testId: string) => testId),
  since: async (accountId, fromMs) =>
    since(copy.tables, fromMs).filter(({ providerAccountId }) => providerAccountId === accountId),
})
