import type { JobTable } from '../job-table.js'
import type { AccountHealthStorage } from './account-health-storage.js'
import type { AcceptanceStorage } from './acceptance-storage.js'
import type { ApprovalStorage } from './approval-storage.js'
import type { AdministrationStorage } from './administration-storage.js'
import type { AuditStorage } from './audit-storage.js'
import type { BulkStorage } from './bulk-storage.js'
import type { BudgetStorage } from './budget-storage.js'
import type { CatalogStorage } from './catalog-storage.js'
import type { DeadLetterStorage } from './dead-letter-storage.js'
import type { DispatchStorage } from './dispatch-storage.js'
import type { EvidenceStorage } from './evidence-storage.js'
import type { FeedStorage } from './feed-storage.js'
import type { FigureStorage } from './figure-storage.js'
import type { FlowStorage } from './flow-storage.js'
import type { HealthStorage } from './health-storage.js'
import type { InboundStorage } from './inbound-storage.js'
import type { InstallationStorage } from './installation-storage.js'
import type { KeyStorage } from './key-storage.js'
import type { LedgerStorage } from './ledger-storage.js'
import type { LimitStorage } from './limit-storage.js'
import type {
  OperatorSessionStorage,
  PersonSessionStorage,
  SessionTicketStorage,
} from './cookie-session-storage.js'
import type { OutboxStorage } from './outbox-storage.js'
import type { OtpStorage } from './otp-storage.js'
import type { OverviewStorage } from './overview-storage.js'
import type { PriceStorage } from './price-storage.js'
import type { ProjectionStorage } from './projection-storage.js'
import type { ProviderTestStorage } from './provider-test-storage.js'
import type { ReceiptStorage } from './receipt-storage.js'
import type { ActivityStorage } from './activity-storage.js'
import type { MailStorage } from './mail-storage.js'
import type { PeopleStorage } from './people-storage.js'
import type { RetentionStorage } from './retention-storage.js'
import type { SearchStorage } from './search-storage.js'
import type { SupportStorage } from './support-storage.js'
import type { BalanceAlertStorage } from './balance-alert-storage.js'
import type { SwitchStorage } from './switch-storage.js'
import type { TestMessageStorage } from './test-message-storage.js'
import type { TicketSearchStorage } from './ticket-search-storage.js'
import type { TemplateStorage } from './template-storage.js'
import type { TenancyStorage } from './tenancy-storage.js'
import type { ReconciliationStorage } from './reconciliation-storage.js'
import type { UnitStorage } from './unit-of-work.js'
import type { UsageStorage } from './usage-storage.js'

/**
 * Where everything is kept, and the one source of truth. Every promise below is proved by the storage
 * conformance kit. Adapters: storage-sql with the engines MySQL/MariaDB and SQLite.
 *
 * On the left of every call: StorageUnavailable when nothing was committed, CommitUnknown when a commit was
 * sent and its answer lost. Deadlocks and lock time-outs are retried inside the adapter, the whole transaction
 * each time, so that a `decide` function may be called more than once and must have no effects.
 * @example
 * ```ts
 * import { E } from '@postrider/core/fp'
 * import type { Storage } from '@postrider/core/ports/storage/storage'
 * import { openStorage } from '@postrider/storage-sql/sql-storage'
 *
 * // A database of the newest form, or a sentence.
 * const openNewest = async (url: string): Promise<Storage> => {
 *   const storage = await openStorage(url)
 *   const migrated = await storage.health.migrate()()
 *   if (E.isRight(migrated)) return storage
 *   await storage.close()
 *   throw new Error(`the database cannot be used: ${migrated.left.cause}`)
 * }
 * ```
 */
export interface Storage {
  readonly acceptance: AcceptanceStorage
  readonly catalog: CatalogStorage
  readonly outbox: OutboxStorage
  readonly dispatch: DispatchStorage
  readonly deadLetters: DeadLetterStorage
  readonly receipts: ReceiptStorage
  readonly ledger: LedgerStorage
  readonly projections: ProjectionStorage
  readonly evidence: EvidenceStorage
  readonly feed: FeedStorage
  readonly health: HealthStorage
  readonly accountHealth: AccountHealthStorage
  readonly figures: FigureStorage
  readonly inbound: InboundStorage
  readonly installation: InstallationStorage
  readonly otp: OtpStorage
  readonly budgets: BudgetStorage
  readonly balanceAlerts: BalanceAlertStorage
  readonly limits: LimitStorage
  readonly approvals: ApprovalStorage
  readonly prices: PriceStorage
  readonly audit: AuditStorage
  readonly units: UnitStorage
  readonly keys: KeyStorage
  readonly people: PeopleStorage
  readonly operatorSessions: OperatorSessionStorage
  readonly personSessions: PersonSessionStorage
  readonly sessionTickets: SessionTicketStorage
  readonly tenancy: TenancyStorage
  readonly templates: TemplateStorage
  readonly support: SupportStorage
  readonly activity: ActivityStorage
  readonly mails: MailStorage
  readonly reconciliation: ReconciliationStorage
  readonly administration: AdministrationStorage
  readonly flow: FlowStorage
  readonly overview: OverviewStorage
  readonly retention: RetentionStorage
  readonly search: SearchStorage
  readonly ticketSearch: TicketSearchStorage
  readonly switches: SwitchStorage
  readonly bulks: BulkStorage
  readonly providerTests: ProviderTestStorage
  readonly usage: UsageStorage
  readonly testMessages: TestMessageStorage
  /** Jobs of the embedded queue. */
  readonly jobs: JobTable
  /** Ends every connection. Calls under way finish first. */
  close(): Promise<void>
}
