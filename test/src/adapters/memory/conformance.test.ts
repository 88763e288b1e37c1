import { acceptanceSuite } from '@postrider/conformance/storage/acceptance'
import { activitySuite } from '@postrider/conformance/storage/activity'
import { approvalsSuite } from '@postrider/conformance/storage/approvals'
import { administrationSuite } from '@postrider/conformance/storage/administration'
import { auditChainsSuite } from '@postrider/conformance/storage/audit-chains'
import { batchesSuite } from '@postrider/conformance/storage/batches'
import { budgetChangesSuite } from '@postrider/conformance/storage/budget-changes'
import { budgetsSuite } from '@postrider/conformance/storage/budgets'
import { catalogChangeSuite } from '@postrider/conformance/storage/catalog-change'
import { catalogSuite } from '@postrider/conformance/storage/catalog'
import { dispatchSuite } from '@postrider/conformance/storage/dispatch'
import { enrolmentSuite } from '@postrider/conformance/storage/enrolments'
import { evidenceSuite } from '@postrider/conformance/storage/evidence'
import { installationSuite } from '@postrider/conformance/storage/installation'
import { ledgerSuite } from '@postrider/conformance/storage/ledger'
import { mailsSuite } from '@postrider/conformance/storage/mails'
import type { OpenedStorage } from '@postrider/conformance/storage/open-storage'
import { pricesSuite } from '@postrider/conformance/storage/prices'
import { outboxTurnsSuite } from '@postrider/conformance/storage/outbox-turns'
import { outboxSuite } from '@postrider/conformance/storage/outbox'
import { passcodesSuite } from '@postrider/conformance/storage/passcodes'
import { peopleSuite } from '@postrider/conformance/storage/people'
import { policiesSuite } from '@postrider/conformance/storage/policies'
import { projectionsSuite } from '@postrider/conformance/storage/projections'
import { restorationSuite } from '@postrider/conformance/storage/restoration'
import { receiptsSuite } from '@postrider/conformance/storage/receipts'
import { supportSuite } from '@postrider/conformance/storage/support'
import { templatesSuite } from '@postrider/conformance/storage/templates'
import { tenancySuite } from '@postrider/conformance/storage/tenancy'
import { textSuite } from '@postrider/conformance/storage/text'
import { truthSuite } from '@postrider/conformance/storage/truth'
import { unitsSuite } from '@postrider/conformance/storage/units'
import { memoryStorage } from '@postrider/memory/memory-storage'

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
