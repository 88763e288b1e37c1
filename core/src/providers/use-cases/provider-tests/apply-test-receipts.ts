import type { ProviderTestId } from '../../../kernel/ids/id.js'
import { isReceiptOf, type ProviderTest, withReceipt } from '../../domain/provider-tests/provider-test.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import { HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { ProviderTestStorage } from '../../ports/provider-test-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import { withoutRecipient } from './keep-transcript.js'

/** How long after a test a report can still be matched to it: as long as for a message. */
const SEARCHED_FOR_MS = 72 * HOUR_MS

interface Needs {
  readonly storage: { readonly providerTests: ProviderTestStorage; readonly units: UnitStorage }
  readonly clock: Clock
}

/** Applies a report to its test, once; false: another process has, or it couldn't be applied. */
const apply = async ({ storage }: Needs, testId: ProviderTestId, receipt: Receipt): Promise<boolean> => {
  const done = await storage.units.transact<never, boolean>('shared', async (unit) => {
    const test = await unit.providerTests.lock(testId)
    const now = await unit.receipts.lock(receipt.receiptId)
    if (test === undefined || now?.state !== 'pending') return E.right(false)
    unit.providerTests.replace(withReceipt(test, { ...now, raw: withoutRecipient(test, now.raw) }))
    unit.receipts.conclude(now.receiptId, 'applied')
    return E.right(true)
  })()
  return E.isRight(done) && done.right
}

/**
 * Matches receipts without a message to tests of provider accounts (docs/api/admin#provider-tests). Returns
 * how many matched. A receipt that arrives before its test's response is matched at the next attempt.
 */
export const applyTestReceipts =
  (needs: Needs) =>
  async (orphans: readonly Receipt[]): Promise<number> => {
    if (orphans.length === 0) return 0
    const accounts = [...new Set(orphans.map(({ providerAccountId }) => providerAccountId))]
    const read = await needs.storage.providerTests.ofAccounts(
      accounts,
      needs.clock.nowMs() - SEARCHED_FOR_MS,
    )()
    const tests: readonly ProviderTest[] = E.isRight(read) ? read.right : []
    let applied = 0
    for (const receipt of tests.length === 0 ? [] : orphans) {
      const test = tests.find((one) => isReceiptOf(one, receipt))
      if (test !== undefined && (await apply(needs, test.testId, receipt))) applied += 1
    }
    return applied
  }
