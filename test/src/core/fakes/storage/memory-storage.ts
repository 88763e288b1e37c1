import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Storage } from '@postrider/core/assembly/storage'
import { type Calls, faultless } from './calls.js'
import { memoryAccountHealth } from './account-health.js'
import { memoryAcceptance } from './acceptance.js'
import { memoryActivity } from './activity.js'
import { memoryApprovals, memoryPrices } from './approvals.js'
import { memoryAdministration } from './administration.js'
import { memoryBulks } from './bulks.js'
import { memoryBudgets } from './budgets.js'
import { memoryCatalog } from './catalog.js'
import { memoryDispatch } from './dispatch.js'
import { memoryFailures } from './failures.js'
import { memoryFeed } from './feed.js'
import { memoryFigures } from './figures.js'
import { memoryFlow } from './flow.js'
import { memoryRetention } from './retention.js'
import { memoryProviderTests } from './provider-tests.js'
import { memoryInbound } from './inbound.js'
import { memoryInstallation } from './installation.js'
import { memoryJobs } from './jobs.js'
import { memoryKeys } from './keys.js'
import { memoryReconciliation } from './reconciliation.js'
import { memoryEvidence, memoryLedger, memoryProjections } from './ledger.js'
import { memoryCookieSessions } from './cookie-sessions.js'
import { memoryPeople } from './people.js'
import { memoryAudit, memoryLimits } from './policies.js'
import { memoryOtp } from './otp.js'
import { memoryOutbox, memoryReceipts } from './outbox.js'
import { memoryMails, memorySupport, memoryTenancy } from './support.js'
import { memorySwitches } from './switches.js'
import { emptyTables, type MemoryTables } from './tables.js'
import { memoryOverview } from './overview.js'
import { memorySearch } from './search.js'
import { memoryTicketSearch } from './ticket-search.js'
import { memoryTestMessages } from './test-messages.js'
import { memoryTemplates } from './templates.js'
import { memoryBalanceAlerts } from './balance-alerts.js'
import { memoryUsage } from './usage.js'
import { newUnitLocks } from './unit-locks.js'
import { memoryUnits } from './units.js'

/** A storage in memory, and its tables, open to tests. */
export interface MemoryStorage {
  readonly storage: Storage
  readonly tables: MemoryTables
}

export interface MemoryStorageOptions {
  /** How its calls are carried out; default: at once, and none fails. */
  readonly calls?: Calls
  /** What the clock of its database would tell; default: the machine's. */
  readonly nowMs?: () => EpochMs
  /** Acceptances that its database would refuse, with their whole batch; default: none. */
  readonly refuses?: (acceptance: NewAcceptance) => boolean
}

/** What operators see at once, and find, and customers read of their days. */
const ofOverviews = (tables: MemoryTables, calls: Calls, nowMs: () => EpochMs) => ({
  accountHealth: memoryAccountHealth(tables, calls),
  flow: memoryFlow(tables, calls),
  overview: memoryOverview(tables, calls),
  search: memorySearch(tables, calls, nowMs),
  ticketSearch: memoryTicketSearch(tables, calls),
  retention: memoryRetention(tables, calls),
  inbound: memoryInbound(tables, calls),
  providerTests: memoryProviderTests(tables, calls),
  usage: memoryUsage(tables, calls),
  balanceAlerts: memoryBalanceAlerts(tables, calls),
  testMessages: memoryTestMessages(tables, calls),
})

/** An empty storage, ready to be used: it has no tables to be made, and nothing in it outlasts the process. */
export const memoryStorage = ({
  calls = faultless,
  nowMs = Date.now,
  refuses = () => false,
}: MemoryStorageOptions = {}): MemoryStorage => {
  const tables = emptyTables(nowMs)
  const locks = newUnitLocks()
  return {
    tables,
    storage: {
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
        time: () => calls.reading('time', nowMs),
        migrate: () => calls.reading('migrate', () => []),
      },
      feed: memoryFeed(tables, calls),
      ...ofOverviews(tables, calls, nowMs),
      figures: memoryFigures(tables, calls),
      installation: memoryInstallation(tables, calls),
      keys: memoryKeys(tables, calls),
      jobs: memoryJobs(tables, calls),
      otp: memoryOtp(tables, calls),
      budgets: memoryBudgets(tables, calls),
      limits: memoryLimits(tables, calls),
      approvals: memoryApprovals(tables, calls),
      prices: memoryPrices(tables, calls),
      audit: memoryAudit(tables, calls),
      units: memoryUnits(tables, calls, locks),
      people: memoryPeople(tables, calls),
      ...memoryCookieSessions(tables, calls),
      tenancy: memoryTenancy(tables, calls),
      templates: memoryTemplates(tables, calls),
      support: memorySupport(tables, calls),
      activity: memoryActivity(tables, calls),
      mails: memoryMails(tables, calls),
      deadLetters: memoryFailures(tables, calls),
      reconciliation: memoryReconciliation(tables, calls),
      administration: memoryAdministration(tables, calls),
      switches: memorySwitches(tables, calls),
      bulks: memoryBulks(tables, calls),
      close: () => Promise.resolve(),
    },
  }
}
