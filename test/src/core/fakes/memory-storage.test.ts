import { acceptanceSuite } from '../../conformance/storage/acceptance.js'
import { activitySuite } from '../../conformance/storage/activity.js'
import { approvalsSuite } from '../../conformance/storage/approvals.js'
import { administrationSuite } from '../../conformance/storage/administration.js'
import { auditChainsSuite } from '../../conformance/storage/audit-chains.js'
import { batchesSuite } from '../../conformance/storage/batches.js'
import { budgetChangesSuite } from '../../conformance/storage/budget-changes.js'
import { budgetsSuite } from '../../conformance/storage/budgets.js'
import { catalogChangeSuite } from '../../conformance/storage/catalog-change.js'
import { catalogSuite } from '../../conformance/storage/catalog.js'
import { dispatchSuite } from '../../conformance/storage/dispatch.js'
import { enrolmentSuite } from '../../conformance/storage/enrolments.js'
import { evidenceSuite } from '../../conformance/storage/evidence.js'
import { installationSuite } from '../../conformance/storage/installation.js'
import { ledgerSuite } from '../../conformance/storage/ledger.js'
import { mailsSuite } from '../../conformance/storage/mails.js'
import type { OpenedStorage } from '../../conformance/storage/open-storage.js'
import { pricesSuite } from '../../conformance/storage/prices.js'
import { outboxTurnsSuite } from '../../conformance/storage/outbox-turns.js'
import { outboxSuite } from '../../conformance/storage/outbox.js'
import { passcodesSuite } from '../../conformance/storage/passcodes.js'
import { peopleSuite } from '../../conformance/storage/people.js'
import { policiesSuite } from '../../conformance/storage/policies.js'
import { projectionsSuite } from '../../conformance/storage/projections.js'
import { restorationSuite } from '../../conformance/storage/restoration.js'
import { receiptsSuite } from '../../conformance/storage/receipts.js'
import { supportSuite } from '../../conformance/storage/support.js'
import { templatesSuite } from '../../conformance/storage/templates.js'
import { tenancySuite } from '../../conformance/storage/tenancy.js'
import { textSuite } from '../../conformance/storage/text.js'
import { truthSuite } from '../../conformance/storage/truth.js'
import { unitsSuite } from '../../conformance/storage/units.js'
import { memoryStorage } from './memory-storage.js'

/** Tables that one process alone can see: whoever opens them again opens the same. */
const open = (): Promise<OpenedStorage> => {
  const { storage } = memoryStorage()
  const same = (): Promise<typeof storage> => Promise.resolve(storage)
  return Promise.resolve({ storage, url: 'memory:', another: same, reopen: same, close: storage.close })
}

describe('The storage that tests keep in memory has no jobs and no migrations, and else', () => {
  installationSuite(open)
  restorationSuite(open)
  catalogSuite(open)
  catalogChangeSuite(open)
  unitsSuite(open)
  auditChainsSuite(open)
  peopleSuite(open)
  enrolmentSuite(open)
  tenancySuite(open)
  templatesSuite(open)
  supportSuite(open)
  mailsSuite(open)
  ledgerSuite(open)
  approvalsSuite(open)
  pricesSuite(open)
  acceptanceSuite(open)
  batchesSuite(open)
  budgetsSuite(open)
  budgetChangesSuite(open)
  passcodesSuite(open)
  policiesSuite(open)
  textSuite(open)
  outboxSuite(open)
  outboxTurnsSuite(open)
  dispatchSuite(open)
  receiptsSuite(open)
  projectionsSuite(open)
  activitySuite(open)
  evidenceSuite(open)
  administrationSuite(open)
  truthSuite(open)
})
