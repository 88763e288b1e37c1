import type { JobTable } from '../messaging/ports/job-table.js'
import type { AccountHealthStorage } from '../providers/ports/account-health-storage.js'
import type { AcceptanceStorage } from '../messaging/ports/acceptance-storage.js'
import type { ApprovalStorage } from '../approvals/ports/approval-storage.js'
import type { AdministrationStorage } from '../platform/ports/administration-storage.js'
import type { ConsentStorage } from '../consent/ports/consent-storage.js'
import type { AuditStorage } from '../audit/ports/audit-storage.js'
import type { ErasureStorage } from '../messaging/ports/erasure-storage.js'
import type { BulkStorage } from '../bulk/ports/bulk-storage.js'
import type { BudgetStorage } from '../ledger/ports/budget-storage.js'
import type { CatalogStorage } from '../catalog/ports/catalog-storage.js'
import type { DeadLetterStorage } from '../messaging/ports/dead-letter-storage.js'
import type { DispatchStorage } from '../messaging/ports/dispatch-storage.js'
import type { EvidenceStorage } from '../messaging/ports/evidence-storage.js'
import type { EventStorage } from '../events/ports/event-storage.js'
import type { FeedStorage } from '../feed/ports/feed-storage.js'
import type { FigureStorage } from '../platform/ports/figure-storage.js'
import type { FlowStorage } from '../platform/ports/flow-storage.js'
import type { HealthStorage } from '../platform/ports/health-storage.js'
import type { InboundStorage } from '../messaging/ports/inbound-storage.js'
import type { InstallationStorage } from '../platform/ports/installation-storage.js'
import type { KeyStorage } from '../platform/ports/key-storage.js'
import type { LedgerStorage } from '../ledger/ports/ledger-storage.js'
import type { LimitStorage } from '../limits/ports/limit-storage.js'
import type {
  OperatorSessionStorage,
  PersonSessionStorage,
  SessionTicketStorage,
} from '../identity/ports/cookie-session-storage.js'
import type { OutboxStorage } from '../messaging/ports/outbox-storage.js'
import type { OtpStorage } from '../otp/ports/otp-storage.js'
import type { OverviewStorage } from '../platform/ports/overview-storage.js'
import type { PriceStorage } from '../ledger/ports/price-storage.js'
import type { ProjectionStorage } from '../messaging/ports/projection-storage.js'
import type { ProviderTestStorage } from '../providers/ports/provider-test-storage.js'
import type { ReceiptStorage } from '../messaging/ports/receipt-storage.js'
import type { ActivityStorage } from '../messaging/ports/activity-storage.js'
import type { MailStorage } from '../identity/ports/mail-storage.js'
import type { PeopleStorage } from '../identity/ports/people-storage.js'
import type { RetentionStorage } from '../platform/ports/retention-storage.js'
import type { SearchStorage } from '../messaging/ports/search-storage.js'
import type { SupportStorage } from '../support/ports/support-storage.js'
import type { BalanceAlertStorage } from '../ledger/ports/balance-alert-storage.js'
import type { SwitchStorage } from '../platform/ports/switch-storage.js'
import type { TestMessageStorage } from '../messaging/ports/test-message-storage.js'
import type { TicketSearchStorage } from '../support/ports/ticket-search-storage.js'
import type { TemplateStorage } from '../templates/ports/template-storage.js'
import type { TenancyStorage } from '../tenancy/ports/tenancy-storage.js'
import type { ReconciliationStorage } from '../messaging/ports/reconciliation-storage.js'
import type { UnitStorage } from './unit-of-work.js'
import type { WebhookStorage } from '../webhooks/ports/webhook-storage.js'
import type { UsageStorage } from '../messaging/ports/usage-storage.js'

/**
 * The only source of truth for all data. The storage conformance kit proves every promise below. Adapters:
 * storage-sql with the engines MySQL/MariaDB and SQLite.
 *
 * The left of every call is StorageUnavailable if nothing was committed, or CommitUnknown if a commit was
 * sent but its result was lost. The adapter retries the whole transaction after deadlocks and lock time-outs.
 * A `decide` function may therefore be called more than once and must have no side effects.
 * @example
 * ```ts
 * import { E } from '@postrider/core/fp'
 * import type { Storage } from '@postrider/core/assembly/storage'
 * import { openStorage } from '@postrider/storage-sql/sql-storage'
 *
 * // Opens a database and migrates it to the newest schema, or throws the reason.
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
  readonly events: EventStorage
  readonly webhooks: WebhookStorage
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
  readonly consent: ConsentStorage
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
  readonly erasures: ErasureStorage
  readonly providerTests: ProviderTestStorage
  readonly usage: UsageStorage
  readonly testMessages: TestMessageStorage
  /** The jobs of the embedded queue. */
  readonly jobs: JobTable
  /** Closes every connection after running calls have finished. */
  close(): Promise<void>
}
