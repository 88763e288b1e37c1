import type { AdministrationStorage } from '@postrider/core/platform/ports/administration-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

const inOrder = <R>(records: Iterable<R>, keyOf: (record: R) => string): R[] =>
  [...records].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const ofPeople = (tables: MemoryTables, calls: Calls): Pick<AdministrationStorage, 'noteAgentUses'> => {
  const { agentKeyUses } = tables
  return {
    noteAgentUses: (ids, hourMs) =>
      calls.reading('noteAgentUses', () => {
        for (const id of ids) agentKeyUses.set(id, Math.max(agentKeyUses.get(id) ?? hourMs, hourMs))
      }),
  }
}

/** The platform as super admins read it, in memory. */
export const memoryAdministration = (tables: MemoryTables, calls: Calls): Partial<AdministrationStorage> => {
  const { catalog } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    ...ofPeople(tables, calls),
    providerAccounts: () =>
      calls.reading('listProviderAccounts', () =>
        asOf(inOrder(catalog.providerAccounts, (one) => one.providerAccountId)),
      ),
  }
}
