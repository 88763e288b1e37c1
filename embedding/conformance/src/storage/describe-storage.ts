import { acceptanceSuite } from './messaging/acceptance.js'
import { accountHealthSuite } from './providers/account-health.js'
import { activitySuite } from './messaging/activity.js'
import { approvalsSuite } from './approvals/approvals.js'
import { administrationSuite } from './platform/administration.js'
import { auditChainsSuite } from './audit/audit-chains.js'
import { batchesSuite } from './messaging/batches.js'
import { erasuresSuite } from './messaging/erasures.js'
import { bulksSuite } from './bulk/bulks.js'
import { providerTestsSuite } from './providers/provider-tests.js'
import { budgetChangesSuite } from './ledger/budget-changes.js'
import { budgetsSuite } from './ledger/budgets.js'
import { catalogChangeSuite } from './catalog/catalog-change.js'
import { catalogSuite } from './catalog/catalog.js'
import { consentSuite } from './consent/consent.js'
import { dispatchSuite } from './messaging/dispatch.js'
import { waitingBlocksSuite } from './messaging/waiting-blocks.js'
import { evidenceSuite } from './messaging/evidence.js'
import { eventsSuite } from './events/events.js'
import { feedSuite } from './feed/feed.js'
import { leavingSuite } from './feed/leaving.js'
import { figuresSuite } from './platform/figures.js'
import { flowSuite } from './platform/flow.js'
import { balanceAlertsSuite } from './ledger/balance-alerts.js'
import { ticketSearchSuite } from './support/ticket-search.js'
import { usageSuite } from './messaging/usage.js'
import { healthSuite } from './platform/health.js'
import { inboundPartsSuite } from './messaging/inbound-parts.js'
import { inboundSuite } from './messaging/inbound.js'
import { keywordRepliesSuite } from './messaging/keyword-replies.js'
import { installationSuite } from './platform/installation.js'
import { keysSuite } from './platform/keys.js'
import { jobsSuite } from './messaging/jobs.js'
import { ledgerSuite } from './ledger/ledger.js'
import { mailsSuite } from './identity/mails.js'
import { overviewSuite } from './platform/overview.js'
import { pricesSuite } from './ledger/prices.js'
import type { OpenStorage } from './open-storage.js'
import { cookieSessionsSuite } from './identity/cookie-sessions.js'
import { retentionSuite } from './platform/retention.js'
import { outboxParkedSuite } from './messaging/outbox-parked.js'
import { outboxTurnsSuite } from './messaging/outbox-turns.js'
import { otpSuite } from './otp/otp.js'
import { enrolmentSuite } from './identity/enrolments.js'
import { peopleSuite } from './identity/people.js'
import { policiesSuite } from './limits/policies.js'
import { outboxSuite } from './messaging/outbox.js'
import { projectionsSuite } from './messaging/projections.js'
import { restorationSuite } from './platform/restoration.js'
import { quotasSuite } from './tenancy/quotas.js'
import { receiptsSuite } from './messaging/receipts.js'
import { searchSuite } from './messaging/search.js'
import { supportSuite } from './support/support.js'
import { testMessagesSuite } from './messaging/test-messages.js'
import { templatesSuite } from './templates/templates.js'
import { tenancySuite } from './tenancy/tenancy.js'
import { switchesSuite } from './platform/switches.js'
import { textSuite } from './text.js'
import { reconciliationSuite } from './messaging/reconciliation.js'
import { environmentAccountsSuite } from './ledger/environment-accounts.js'
import { eventReceiverSuite } from './webhooks/event-receiver.js'
import { webhooksSuite } from './webhooks/webhooks.js'
import { unitsSuite } from './units.js'

/** The suites for every promise of the storage port: a storage must pass them all. */
export const STORAGE_SUITES: ReadonlyArray<(open: OpenStorage) => void> = [
  healthSuite,
  installationSuite,
  keysSuite,
  restorationSuite,
  catalogSuite,
  catalogChangeSuite,
  unitsSuite,
  auditChainsSuite,
  peopleSuite,
  quotasSuite,
  enrolmentSuite,
  cookieSessionsSuite,
  tenancySuite,
  templatesSuite,
  supportSuite,
  mailsSuite,
  testMessagesSuite,
  ledgerSuite,
  approvalsSuite,
  pricesSuite,
  acceptanceSuite,
  batchesSuite,
  budgetsSuite,
  budgetChangesSuite,
  otpSuite,
  policiesSuite,
  consentSuite,
  waitingBlocksSuite,
  environmentAccountsSuite,
  textSuite,
  outboxSuite,
  outboxTurnsSuite,
  outboxParkedSuite,
  retentionSuite,
  dispatchSuite,
  receiptsSuite,
  inboundSuite,
  keywordRepliesSuite,
  inboundPartsSuite,
  projectionsSuite,
  activitySuite,
  evidenceSuite,
  administrationSuite,
  switchesSuite,
  bulksSuite,
  erasuresSuite,
  providerTestsSuite,
  reconciliationSuite,
  accountHealthSuite,
  figuresSuite,
  flowSuite,
  usageSuite,
  balanceAlertsSuite,
  overviewSuite,
  searchSuite,
  ticketSearchSuite,
  feedSuite,
  leavingSuite,
  eventsSuite,
  webhooksSuite,
  eventReceiverSuite,
  jobsSuite,
]

/**
 * Tests every promise of the storage port on the storage that `open` opens.
 * @example
 * ```ts
 * import { describeStorage } from '@postrider/conformance/storage'
 * import { openStorage } from '@postrider/storage-sql/sql-storage'
 *
 * describeStorage('SQLite', async () => {
 *   const url = `sqlite:/srv/trials/${crypto.randomUUID()}.db`
 *   const storage = await openStorage(url)
 *   const again = () => openStorage(url)
 *   return { storage, url, another: again, reopen: again, close: () => storage.close() }
 * })
 * ```
 */
export const describeStorage = (name: string, open: OpenStorage): void => {
  describe(`${name} keeps the promises of storage`, () => {
    for (const suite of STORAGE_SUITES) suite(open)
  })
}
