import type { Learned, Report } from '../../domain/dispatch/report.js'
import type { MessageId, ReceiptId } from '../../../kernel/ids/id.js'
import type { Receipt } from '../../../providers/domain/receipts/receipt.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { HOUR_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { ProviderTestStorage } from '../../../providers/ports/provider-test-storage.js'
import type { ReceiptStorage } from '../../ports/receipt-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Batcher } from '../../../kernel/batching/batcher.js'
import { applyTestReceipts } from '../../../providers/use-cases/provider-tests/apply-test-receipts.js'
import type { Recorded } from '../dispatch/record-reports.js'

const PAGE = 500

/** The sweep skips receipts younger than this, so that their first processing can finish. */
const SETTLING_MS = 2 * SECOND_MS

/** How long the sweep searches for an orphan's message; after that it waits for a super admin. */
const SEARCHED_FOR_MS = 72 * HOUR_MS

const learnedOf = ({ providerAccountId, providerReference }: Receipt): readonly Learned[] =>
  providerReference === undefined ? [] : [{ providerAccountId, providerReference }]

/** The dependencies for applying delivery reports. */
export interface DeliveryReportNeeds {
  readonly storage: {
    readonly providerTests: ProviderTestStorage
    readonly receipts: ReceiptStorage
    readonly units: UnitStorage
  }
  readonly clock: Clock
}

/**
 * Applies stored receipts to their messages, or to provider tests; receipts without either stay pending.
 * Returns the number that found theirs.
 */
export const applyReceipts = (needs: DeliveryReportNeeds, reports: Batcher<Report, Recorded>) => {
  const { storage } = needs
  const applyToTests = applyTestReceipts(needs)
  return async (pending: readonly Receipt[]): Promise<number> => {
    if (pending.length === 0) return 0
    const matched = await storage.receipts.match(pending.map(({ receiptId }) => receiptId))()
    if (E.isLeft(matched)) return 0
    const byId = new Map<ReceiptId, Receipt>(pending.map((receipt) => [receipt.receiptId, receipt]))
    const submit = (receipt: Receipt, messageId: MessageId) =>
      reports.submit({ _tag: 'Receipts', messageId, learned: learnedOf(receipt) })
    const found = matched.right.flatMap(({ receiptId, messageId }) => {
      const receipt = byId.get(receiptId)
      return receipt === undefined || messageId === undefined ? [] : [submit(receipt, messageId)]
    })
    const orphans = matched.right.flatMap(({ receiptId, messageId }) =>
      messageId === undefined ? (byId.get(receiptId) ?? []) : [],
    )
    const ofTests = await applyToTests(orphans)
    await Promise.all(found)
    return found.length + ofTests
  }
}

interface ApplyWaitingReceiptsNeeds {
  readonly storage: { readonly receipts: ReceiptStorage }
  readonly clock: Clock
}

/**
 * Searches again for the messages of unmatched receipts (docs/api/delivery#delivery-reports): a receipt can
 * arrive before the provider's response to the submission, or its process may have crashed before applying
 * it. Right: the number that found theirs now.
 */
export const applyWaitingReceipts =
  ({ storage, clock }: ApplyWaitingReceiptsNeeds, apply: (pending: readonly Receipt[]) => Promise<number>) =>
  (): TE.TaskEither<Outage, number> =>
  async () => {
    const nowMs = clock.nowMs()
    let after: ReceiptId | undefined
    let applied = 0
    for (;;) {
      const page = await storage.receipts.pending(nowMs - SETTLING_MS, after, PAGE)()
      if (E.isLeft(page)) return page
      applied += await apply(page.right.filter(({ receivedAtMs }) => receivedAtMs > nowMs - SEARCHED_FOR_MS))
      after = page.right.at(-1)?.receiptId
      if (page.right.length < PAGE) return E.right(applied)
    }
  }
