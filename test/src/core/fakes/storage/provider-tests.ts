import type { ProviderTest } from '@postrider/core/providers/domain/provider-tests/provider-test'
import type { ProviderTestStorage } from '@postrider/core/providers/ports/provider-test-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

const since = ({ providerTests }: MemoryTables, fromMs: number): readonly ProviderTest[] =>
  [...providerTests.values()]
    .filter(({ requestedAtMs }) => requestedAtMs >= fromMs)
    .sort((one, other) => one.requestedAtMs - other.requestedAtMs)

/** Tests of provider accounts as they are read, in memory. */
export const memoryProviderTests = (tables: MemoryTables, calls: Calls): Partial<ProviderTestStorage> => ({
  ofAccounts: (accountIds, fromMs) =>
    calls.reading('testsOfAccounts', () =>
      since(tables, fromMs).filter(({ providerAccountId }) => accountIds.includes(providerAccountId)),
    ),
})
