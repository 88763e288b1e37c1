import { isUnderWay } from '@postrider/core/providers/domain/calls/dead-letter'
import { availableMinor } from '@postrider/core/ledger/domain/account'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type {
  FigureBounds,
  FigureStorage,
  ShortAccounts,
} from '@postrider/core/platform/ports/figure-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

const shortAmong = (
  { accounts }: MemoryTables,
  environment: Environment,
  lowMinor: number,
): ShortAccounts => {
  const own = [...accounts.values()].filter((one) => one.environment === environment)
  const available = own.map(availableMinor)
  return {
    environment,
    empty: available.filter((minor) => minor <= 0).length,
    low: available.filter((minor) => minor > 0 && minor < lowMinor).length,
  }
}

const read = (tables: MemoryTables, bounds: FigureBounds) => {
  const { messages, outbox, receipts, approvals, mailJobs, prefixBlocks, processingFailures, catalog } =
    tables
  const odd = (state: string, beforeMs: number): number =>
    [...receipts.values()].filter((one) => one.state === state && one.receivedAtMs < beforeMs).length
  return {
    unconfirmed: [...outbox.keys()].filter((messageId) => {
      const message = messages.get(messageId)
      return message?.state === 'UNCONFIRMED' && message.updatedAtMs < bounds.unconfirmedSinceMs
    }).length,
    deadLetters: [...processingFailures.values()].filter(({ messageId, deadAtMs }) => {
      const message = messages.get(messageId)
      return deadAtMs !== undefined && message !== undefined && isUnderWay(message)
    }).length,
    orphanReceipts: odd('pending', bounds.orphanedSinceMs),
    contradictoryReceipts: odd('contradicted', bounds.nowMs + 1),
    pendingApprovals: [...approvals.values()].filter(({ status }) => status === 'pending').length,
    waitingMails: mailJobs.size,
    prefixBlocks: [...prefixBlocks.values()].filter(
      ({ untilMs, liftedAtMs }) => untilMs > bounds.nowMs && liftedAtMs === undefined,
    ).length,
    blockedDestinations: catalog.blockedDestinations.length,
    suspendedOrganizations: catalog.organizations.filter(({ status }) => status === 'suspended').length,
    disabledApps: catalog.apps.filter(({ status }) => status === 'disabled').length,
    shortAccounts: (['production', 'test'] as const).map((one) => shortAmong(tables, one, bounds.lowMinor)),
    providerAccounts: catalog.providerAccounts
      .map(({ providerAccountId, kind, name, status }) => ({ providerAccountId, kind, name, status }))
      .sort((one, other) => (one.providerAccountId < other.providerAccountId ? -1 : 1)),
  }
}

/** What operators watch, in memory. */
export const memoryFigures = (tables: MemoryTables, calls: Calls): FigureStorage => ({
  read: (bounds) => calls.reading('figures', () => read(tables, bounds)),
})
