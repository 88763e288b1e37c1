import { acceptanceSuite } from './acceptance.js'
import { accountHealthSuite } from './account-health.js'
import { activitySuite } from './activity.js'
import { approvalsSuite } from './approvals.js'
import { administrationSuite } from './administration.js'
import { auditChainsSuite } from './audit-chains.js'
import { batchesSuite } from './batches.js'
import { bulksSuite } from './bulks.js'
import { providerTestsSuite } from './provider-tests.js'
import { budgetChangesSuite } from './budget-changes.js'
import { budgetsSuite } from './budgets.js'
import { catalogChangeSuite } from './catalog-change.js'
import { catalogSuite } from './catalog.js'
import { dispatchSuite } from './dispatch.js'
import { evidenceSuite } from './evidence.js'
import { feedSuite } from './feed.js'
import { leavingSuite } from './leaving.js'
import { figuresSuite } from './figures.js'
import { flowSuite } from './flow.js'
import { balanceAlertsSuite } from './balance-alerts.js'
import { ticketSearchSuite } from './ticket-search.js'
import { usageSuite } from './usage.js'
import { healthSuite } from './health.js'
import { inboundSuite } from './inbound.js'
import { installationSuite } from './installation.js'
import { keysSuite } from './keys.js'
import { jobsSuite } from './jobs.js'
import { ledgerSuite } from './ledger.js'
import { mailsSuite } from './mails.js'
import { overviewSuite } from './overview.js'
import { pricesSuite } from './prices.js'
import type { OpenStorage } from './open-storage.js'
import { cookieSessionsSuite } from './cookie-sessions.js'
import { retentionSuite } from './retention.js'
import { outboxParkedSuite } from './outbox-parked.js'
import { outboxTurnsSuite } from './outbox-turns.js'
import { otpSuite } from './otp.js'
import { enrolmentSuite } from './enrolments.js'
import { peopleSuite } from './people.js'
import { policiesSuite } from './policies.js'
import { outboxSuite } from './outbox.js'
import { projectionsSuite } from './projections.js'
import { restorationSuite } from './restoration.js'
import { quotasSuite } from './quotas.js'
import { receiptsSuite } from './receipts.js'
import { searchSuite } from './search.js'
import { supportSuite } from './support.js'
import { testMessagesSuite } from './test-messages.js'
import { templatesSuite } from './templates.js'
import { tenancySuite } from './tenancy.js'
import { switchesSuite } from './switches.js'
import { textSuite } from './text.js'
import { reconciliationSuite } from './reconciliation.js'
import { environmentAccountsSuite } from './environment-accounts.js'
import { unitsSuite } from './units.js'

/** Every promise of the storage port, suite by suite: what keeps them all is a storage. */
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
  environmentAccountsSuite,
  textSuite,
  outboxSuite,
  outboxTurnsSuite,
  outboxParkedSuite,
  retentionSuite,
  dispatchSuite,
  receiptsSuite,
  inboundSuite,
  projectionsSuite,
  activitySuite,
  evidenceSuite,
  administrationSuite,
  switchesSuite,
  bulksSuite,
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
  jobsSuite,
]

/**
 * Proves every promise of the storage port on what `open` opens.
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
