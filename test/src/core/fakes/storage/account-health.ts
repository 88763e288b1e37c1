import { withLostMessage } from '@postrider/core/providers/domain/calls/account-fault'
import type { AccountHealthStorage } from '@postrider/core/providers/ports/account-health-storage'
import type { Calls } from './calls.js'
import { noteCatalogChange, type MemoryTables } from './tables.js'

/** How provider accounts stand, in memory. */
export const memoryAccountHealth = (tables: MemoryTables, calls: Calls): Partial<AccountHealthStorage> => ({
  say: (decide) =>
    calls.reading('publishHealth', () => {
      const { forgotten, added, unready } = decide({
        reports: tables.accountReports,
        unready: new Set(tables.unreadyAccounts),
      })
      const others = tables.accountReports.filter(({ process }) => !forgotten.includes(process))
      tables.accountReports = [...others, ...added]
      if (unready === undefined) return
      tables.unreadyAccounts = unready
      noteCatalogChange(tables, ['everyone'])
    }),
  noteFaults: (lost) =>
    calls.reading('noteFaults', () => {
      for (const { providerAccountId, reason, atMs } of lost)
        tables.accountFaults.set(
          providerAccountId,
          withLostMessage(tables.accountFaults.get(providerAccountId), providerAccountId, reason, atMs),
        )
    }),
  faults: () => calls.reading('accountFaults', () => [...tables.accountFaults.values()]),
  reports: () =>
    calls.reading('accountReports', () => ({ epoch: tables.epoch, value: tables.accountReports })),
})
