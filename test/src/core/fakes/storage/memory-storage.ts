import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Calls } from './calls.js'
import { memoryAccountHealth } from './account-health.js'
import { memoryAcceptance } from './acceptance.js'
import { memoryAdministration } from './administration.js'
import { memoryBudgets } from './budgets.js'
import { memoryCatalog } from './catalog.js'
import { memoryDispatch } from './dispatch.js'
import { memoryFailures } from './failures.js'
import { memoryFeed } from './feed.js'
import { memoryRetention } from './retention.js'
import { memoryProviderTests } from './provider-tests.js'
import { memoryInbound } from './inbound.js'
import { memoryInstallation } from './installation.js'
import { memoryKeys } from './keys.js'
import { memoryEvidence, memoryLedger, memoryProjections } from './ledger.js'
import { memoryCookieSessions } from './cookie-sessions.js'
import { memoryPeople } from './people.js'
import { memoryAudit, memoryLimits } from './policies.js'
import { memoryOtp } from './otp.js'
import { memoryOutbox, memoryReceipts } from './outbox.js'
import { memoryMails, memorySupport, memoryTenancy } from './support.js'
import { emptyTables, type MemoryTables } from './tables.js'
import { memorySearch } from './search.js'
import { memoryTestMessages } from './test-messages.js'
import { newUnitLocks } from './unit-locks.js'
import { memoryUnits } from './units.js'
import { withoutUnused } from './used-part.js'

/** A storage in memory, and its tables, open to tests. */
export interface MemoryStorage {
  readonly storage: Storage
  readonly tables: MemoryTables
}

export interface MemoryStorageOptions {
  /** How its calls are carried out. */
  readonly calls: Calls
  /** What the clock of its database would tell. */
  readonly nowMs: () => EpochMs
  /** Acceptances that its database would refuse, with their whole batch. */
  readonly refuses: (acceptance: NewAcceptance) => boolean
}

/** The ports that only read or purge, and those of provider and test messages. */
const ofOverviews = (tables: MemoryTables, calls: Calls, nowMs: () => EpochMs) => ({
  accountHealth: memoryAccountHealth(tables, calls),
  search: memorySearch(tables, calls, nowMs),
  retention: memoryRetention(tables, calls),
  inbound: memoryInbound(tables, calls),
  providerTests: memoryProviderTests(tables, calls),
  testMessages: memoryTestMessages(tables, calls),
})

/** An empty storage with the methods that the suites call; its data is lost when the process ends. */
export const memoryStorage = ({ calls, nowMs, refuses }: MemoryStorageOptions): MemoryStorage => {
  const tables = emptyTables(nowMs)
  const locks = newUnitLocks()
  return {
    tables,
    storage: withoutUnused<Storage>({
      acceptance: memoryAcceptance(tables, calls, locks, refuses),
      catalog: memoryCatalog(tables, calls),
      outbox: memoryOutbox(tables, calls),
      dispatch: memoryDispatch(tables, calls, locks),
      receipts: memoryReceipts(tables, calls),
      ledger: memoryLedger(tables, calls),
      projections: memoryProjections(tables, calls),
      evidence: memoryEvidence(tables, calls),
      health: {
        check: () =>
          calls.reading('health', () => ({
            server: 'memory',
            risks: [],
            pendingMigrations: [],
            newerMigrations: [],
            tooOld: undefined,
            heldBecause: tables.installation.hold?.because,
          })),
      },
      feed: memoryFeed(tables, calls),
      ...ofOverviews(tables, calls, nowMs),
      installation: memoryInstallation(tables, calls),
      keys: memoryKeys(tables, calls),
      otp: memoryOtp(tables, calls),
      budgets: memoryBudgets(tables, calls),
      limits: memoryLimits(tables, calls),
      audit: memoryAudit(tables, calls),
      units: memoryUnits(tables, calls, locks),
      people: memoryPeople(tables, calls),
      ...memoryCookieSessions(tables, calls),
      tenancy: memoryTenancy(tables, calls),
      support: memorySupport(tables, calls),
      mails: memoryMails(tables, calls),
      deadLetters: memoryFailures(tables, calls),
      administration: memoryAdministration(tables, calls),
    }),
  }
}
